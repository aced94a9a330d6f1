// Joint steps and runs of random runs per second of processor time, on one core: ten models from a race of two states
// to a differential equation, with a train gate of six trains among them.
//
//   npm run bench -- statistics

import { checkQueries, loadModel, stillEnvironment } from "@tracehound/core";
import { cpuSeconds, printHead, printRow } from "./measure.ts";

const one = (declarations: string, body: string): string =>
  `${declarations}process P() { ${body} }\nA = P();\nsystem A;\n`;

const TRAIN_GATE = `const int N = 6;
typedef int[0,N-1] id_t;
broadcast chan appr[N], stop[N], leave[N], go[N];
process Train(const id_t id) {
  clock x;
  state Safe { ; id + 1 }, Appr { x <= 20 }, Stop, Start { x <= 15 }, Cross { x <= 5 };
  init Safe;
  trans Safe -> Appr { sync appr[id]!; assign x = 0; }, Appr -> Cross { guard x >= 10; assign x = 0; },
    Appr -> Stop { guard x <= 10; sync stop[id]?; }, Stop -> Start { sync go[id]?; assign x = 0; },
    Start -> Cross { guard x >= 7; assign x = 0; }, Cross -> Safe { guard x >= 3; sync leave[id]!; };
}
process Gate() {
  id_t list[N+1];
  int[0,N] len;
  void enqueue(id_t element) { list[len++] = element; }
  void dequeue() { int i = 0; len -= 1; while (i < len) { list[i] = list[i + 1]; i++; } list[i] = 0; }
  id_t front() { return list[0]; }
  id_t tail() { return list[len - 1]; }
  state Free, Occ, Stopping;
  commit Stopping;
  init Free;
  trans Free -> Occ { guard len > 0; sync go[front()]!; },
    Free -> Occ { select e : id_t; guard len == 0; sync appr[e]?; assign enqueue(e); },
    Occ -> Free { select e : id_t; guard e == front(); sync leave[e]?; assign dequeue(); },
    Occ -> Stopping { select e : id_t; sync appr[e]?; assign enqueue(e); }, Stopping -> Occ { sync stop[tail()]!; };
}
system Train, Gate;
`;
const SWITCH = "process P() { state A { ; 1 }, B { ; 1 }; init A; trans A -> B { }, B -> A { }; }\n";
const ASAP = "urgent broadcast chan asap;\n";

const MODELS: readonly (readonly [name: string, text: string, bound: string])[] = [
  ["race of two states", `${SWITCH}X = P();\nY = P();\nsystem X, Y;\n`, "<=1000"],
  ["train gate, six trains", TRAIN_GATE, "<=1000"],
  [
    "uniform delays",
    one("", "clock x; state S { x <= 2 }; init S; trans S -> S { guard x >= 1; assign x = 0; };"),
    "<=1000",
  ],
  [
    "weights",
    one("", "state S; branchpoint b; init S; trans S -> b { }, b -> S { probability 1; }, b -> S { probability 3; };"),
    "<=1000",
  ],
  ["select", one("int n;\n", "state S; init S; trans S -> S { select i : int[1,6]; assign n = i; };"), "<=1000"],
  [
    "queue",
    one(
      "int[0,99] n;\n",
      "state S { ; 2 + n }; init S; trans S -> S { guard n < 99; assign n++; }, S -> S { guard n > 0; assign n--; };",
    ),
    "<=100",
  ],
  [
    "doubles and random",
    one("double d;\n", "state S; init S; trans S -> S { assign d = 0.5 * d + random_normal(0, 1); };"),
    "<=1000",
  ],
  [
    "rates of clocks",
    one("clock c;\n", "clock x; state S { x <= 1 && c' == 3 }; init S; trans S -> S { assign x = 0; };"),
    "<=1000",
  ],
  [
    "committed chain",
    one("", "state S, T, U; commit T, U; init S; trans S -> T { }, T -> U { }, U -> S { };"),
    "<=1000",
  ],
  [
    "equation",
    one(
      `clock y = 1.0;\n${ASAP}`,
      "state S { y' == -y }; init S; trans S -> S { guard y <= 0.5; sync asap!; assign y = 1.0; };",
    ),
    "<=10",
  ],
];

printHead(["model", "joint steps per second", "runs per second"]);
for (const [name, content, bound] of MODELS) {
  const model = loadModel({ name: "model.xta", content });
  for (let runs = 32; ; runs *= 4) {
    const query = model.compileQuery(`Pr[${bound}; ${runs}](<> false)`);
    if (!query.ok) throw new Error(`${name}: ${query.diagnostics[0]!.message}`);
    const before = cpuSeconds();
    const [result] = await checkQueries({ network: query.network, options: {}, environment: stillEnvironment }, [
      query.value,
    ]);
    const seconds = cpuSeconds() - before;
    if (seconds < 1) continue;
    const perSecond = (count: number): string => Math.round(count / seconds).toLocaleString("en");
    printRow([name, perSecond(result!.statistics.transitions), perSecond(runs)]);
    break;
  }
}
