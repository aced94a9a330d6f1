// Four programs of processes that talk, as SPIN's users know them, written for networks: electing a leader in a ring
// (Dolev, Klawe and Rodeh 1982), sorting in a chain, two caches that snoop on a bus (after Goodman 1983), and
// Eratosthenes' sieve. A queue is a ring of cells, 0 where nothing is; who sends knows where it writes next, who
// receives where it reads next, and every place in the ring has an edge of its own. So sending and receiving touch one
// cell, and depend on each other only if it is the same. The sieve has no queues: its stages meet, and who sends writes
// into the cell of who receives.

interface Queue {
  readonly name: string;
  readonly places: number;
}

/** Statements of a process, one edge each; `from` and `to` are its locations. */
class Program {
  private readonly edges: string[] = [];
  private readonly locations = new Set<string>();
  private readonly locals: string[] = [];
  private readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  local(name: string, most: number, value = 0): void {
    this.locals.push(`int[0, ${most}] ${name} = ${value};`);
  }

  step(from: string, to: string, guard: string, update: string): void {
    this.locations.add(from).add(to);
    const parts = [guard && `guard ${guard};`, update && `assign ${update};`].filter(Boolean).join(" ");
    this.edges.push(`${from} -> ${to} { ${parts} }`);
  }

  /** Needs a local `NAME_to`, the place that is written next. */
  send(queue: Queue, from: string, to: string, message: string, then = ""): void {
    for (let place = 0; place < queue.places; place++) {
      const cell = `${queue.name}[${place}]`;
      const [turn, move] = turnOf(`${queue.name}_to`, place, queue.places);
      this.step(from, to, join(" && ", turn, `${cell} == 0`), join(", ", `${cell} = ${message}`, move, then));
    }
  }

  /** Needs a local `NAME_from`; `$` stands for the message. */
  receive(queue: Queue, from: string, to: string, condition: string, then = ""): void {
    for (let place = 0; place < queue.places; place++) {
      const cell = `${queue.name}[${place}]`;
      const [turn, move] = turnOf(`${queue.name}_from`, place, queue.places);
      const at = (text: string): string => text.replaceAll("$", cell);
      this.step(from, to, join(" && ", turn, at(condition)), join(", ", at(then), `${cell} = 0`, move));
    }
  }

  toString(): string {
    const [first] = this.locations;
    return `process ${this.name}() { ${this.locals.join(" ")} state ${[...this.locations].join(", ")}; init ${first}; trans ${this.edges.join(", ")}; }`;
  }
}

function turnOf(local: string, place: number, places: number): readonly [guard: string, update: string] {
  return places === 1 ? ["", ""] : [`${local} == ${place}`, `${local} = ${(place + 1) % places}`];
}

const join = (by: string, ...parts: string[]): string => parts.filter(Boolean).join(by);

function system(declarations: readonly string[], programs: readonly (readonly [string, Program])[]): string {
  const names = programs.map(([name]) => name).join(", ");
  return [...declarations, ...programs.map(([, program]) => String(program)), `system ${names};`].join("\n");
}

const declared = ({ name, places }: Queue, most: number): string => `int[0, ${most}] ${name}[${places}];`;

/** Messages are 10 × kind + number. */
export function leaderElection(numbers: readonly number[], places: number): string {
  const queues = numbers.map((_, node): Queue => ({ name: `q${node}`, places }));
  const [one, two, winner] = [10, 20, 30];
  const programs = numbers.map((mine, node): [string, Program] => {
    const [input, output] = [queues[node]!, queues[(node + 1) % numbers.length]!];
    const name = `Node${node}`;
    const program = new Program(name);
    for (const [local, most, value] of [
      ["active", 1, 1],
      ["knows", 1, 0],
      ["nr", 9, 0],
      ["maximum", 9, mine],
      ["neighbour", 9, 0],
      [`${input.name}_from`, places - 1, 0],
      [`${output.name}_to`, places - 1, 0],
    ] as const) {
      program.local(local, most, value);
    }
    program.send(output, "start", "loop", `${one + mine}`);
    for (const [kind, to] of [
      [one, "one"],
      [two, "two"],
      [winner, "won"],
    ] as const) {
      program.receive(input, "loop", to, `$ > ${kind} && $ < ${kind + 10}`, `nr = $ - ${kind}`);
    }
    program.step("one", "tell", "active == 1 && nr != maximum", "");
    program.step("one", "lead", "active == 1 && nr == maximum", "knows = 1");
    program.step("one", "pass1", "active == 0", "");
    program.send(output, "tell", "loop", `${two} + nr`, "neighbour = nr");
    program.send(output, "lead", "loop", `${winner} + nr`);
    program.send(output, "pass1", "loop", `${one} + nr`);
    program.step("two", "again", "active == 1 && neighbour > nr && neighbour > maximum", "maximum = neighbour");
    program.step("two", "loop", "active == 1 && !(neighbour > nr && neighbour > maximum)", "active = 0");
    program.step("two", "pass2", "active == 0", "");
    program.send(output, "again", "loop", `${one} + neighbour`);
    program.send(output, "pass2", "loop", `${two} + nr`);
    program.step("won", "told", `nr != ${mine}`, "");
    program.step("won", "told", `nr == ${mine}`, "leaders = leaders + 1");
    program.step("told", "done", "knows == 1", "");
    program.step("told", "announce", "knows == 0", "");
    program.send(output, "announce", "done", `${winner} + nr`);
    return [name, program];
  });
  return system(["int[0, 2] leaders;", ...queues.map((queue) => declared(queue, 39))], programs);
}

/** Each keeps the smaller of two numbers and passes on the greater. */
export function sortingChain(numbers: readonly number[]): string {
  const places = numbers.length;
  const queues = numbers.map((_, at): Queue => ({ name: `q${at}`, places }));
  const first = new Program("First");
  first.local("q0_to", places - 1);
  first.local("count", places);
  const value = numbers.reduceRight((rest, number, at) => `(count == ${at} ? ${number} : ${rest})`, "1");
  first.send(queues[0]!, "give", "more", value, "count = count + 1");
  first.step("more", "give", `count < ${places}`, "");
  first.step("more", "end", `count == ${places}`, "");
  const middles = queues.slice(1).map((output, at): [string, Program] => {
    const input = queues[at]!;
    const name = `Middle${at}`;
    const program = new Program(name);
    program.local("left", places, places - at - 1);
    program.local("mine", 9);
    program.local("next", 9);
    program.local(`${input.name}_from`, places - 1);
    program.local(`${output.name}_to`, places - 1);
    program.receive(input, "begin", "loop", "$ > 0", "mine = $");
    program.receive(input, "loop", "compare", "left > 0 && $ > 0", "next = $");
    program.step("compare", "pass", "next >= mine", "");
    program.step("compare", "swap", "next < mine", "");
    program.send(output, "pass", "loop", "next", "left = left - 1, next = 0");
    program.send(output, "swap", "loop", "mine", "left = left - 1, mine = next, next = 0");
    program.step("loop", "end", "left == 0", "");
    return [name, program];
  });
  const last = new Program("Last");
  const final = queues.at(-1)!;
  last.local(`${final.name}_from`, places - 1);
  last.local("greatest", 9);
  last.receive(final, "begin", "end", "$ > 0", "greatest = $");
  const programs = [["First", first], ...middles, ["Last", last]] as const;
  return system(
    queues.map((queue) => declared(queue, 9)),
    programs,
  );
}

const MESSAGES = ["r", "w", "raw", "RD", "WR", "RX", "MX", "MXdone", "request", "CtoB", "BtoC", "grant", "done"];
const code = (message: string): number => 1 + MESSAGES.indexOf(message);

/** Two processors with a cache each, a bus with the memory, and who says whose turn it is. */
export function snoopingCaches(): string {
  const sides = [0, 1] as const;
  const single = (name: string): Queue => ({ name, places: 1 });
  const queue = {
    tocpu: sides.map((side) => single(`tocpu${side}`)),
    fromcpu: sides.map((side) => single(`fromcpu${side}`)),
    tobus: sides.map((side): Queue => ({ name: `tobus${side}`, places: 2 })),
    frombus: sides.map((side): Queue => ({ name: `frombus${side}`, places: 2 })),
    grant: sides.map((side) => single(`grant${side}`)),
    claim: sides.map((side) => single(`claim${side}`)),
    release: sides.map((side) => single(`release${side}`)),
  };
  const is = (message: string): string => `$ == ${code(message)}`;
  const cpus = sides.map((side): [string, Program] => {
    const program = new Program(`Cpu${side}`);
    for (const message of ["r", "w", "raw"]) {
      program.send(queue.fromcpu[side]!, "idle", `sent_${message}`, `${code(message)}`);
      program.receive(queue.tocpu[side]!, `sent_${message}`, "idle", is("done"));
    }
    return [`Cpu${side}`, program];
  });
  // 1 may write, 2 may read, 3 has nothing.
  const caches = sides.map((side): [string, Program] => {
    const program = new Program(`Cache${side}`);
    const [tobus, frombus, tocpu] = [queue.tobus[side]!, queue.frombus[side]!, queue.tocpu[side]!];
    program.local("has", 3, 3);
    program.local("wants", MESSAGES.length);
    program.local(`${tobus.name}_to`, 1);
    program.local(`${frombus.name}_from`, 1);
    for (const at of ["resume", "cycle"]) {
      program.receive(frombus, at, `${at}_RD`, is("RD"));
      program.step(`${at}_RD`, `${at}_give`, "has == 1", "has = 2");
      program.step(`${at}_RD`, `${at}_done`, "has != 1", "");
      program.receive(frombus, at, `${at}_MX`, is("MX"), "has = 3");
      program.send(tobus, `${at}_MX`, at, `${code("MXdone")}`);
      program.receive(frombus, at, `${at}_RX`, is("RX"));
      program.step(`${at}_RX`, `${at}_give`, "has == 1", "has = 3");
      program.step(`${at}_RX`, `${at}_done`, "has == 2", "has = 3");
      program.step(`${at}_RX`, `${at}_done`, "has == 3", "");
      program.send(tobus, `${at}_give`, at, `${code("CtoB")}`);
      program.send(tobus, `${at}_done`, at, `${code("done")}`);
    }
    for (const [message, enough, bus] of [
      ["r", "has != 3", "RD"],
      ["w", "has == 1", "MX"],
      ["raw", "has == 1", "RX"],
    ] as const) {
      program.receive(queue.fromcpu[side]!, "resume", `asked_${message}`, is(message));
      program.step(`asked_${message}`, "answer", enough, "");
      program.step(`asked_${message}`, "ask", `!(${enough})`, `wants = ${code(bus)}`);
    }
    program.send(tocpu, "answer", "resume", `${code("done")}`);
    program.send(queue.claim[side]!, "ask", "cycle", `${code("request")}`);
    program.receive(queue.grant[side]!, "cycle", "granted", is("grant"));
    program.step("granted", "tell", `wants == ${code("RD")}`, "has = 2");
    program.step("granted", "tell", `wants != ${code("RD")}`, "has = 1");
    program.send(tocpu, "tell", "free", `${code("done")}`);
    program.send(queue.release[side]!, "free", "go", `${code("done")}`);
    program.send(tobus, "go", "went", "wants");
    program.receive(frombus, "went", "resume", `wants == ${code("MX")} && ${is("done")}`, "wants = 0");
    program.receive(frombus, "went", "resume", `wants != ${code("MX")} && ${is("BtoC")}`, "wants = 0");
    return [`Cache${side}`, program];
  });
  const arbiter = new Program("Arbiter");
  for (const side of sides) {
    arbiter.receive(queue.claim[side]!, "free", `claimed${side}`, is("request"));
    arbiter.send(queue.grant[side]!, `claimed${side}`, `granted${side}`, `${code("grant")}`);
    arbiter.receive(queue.release[side]!, `granted${side}`, "free", is("done"));
  }
  const bus = new Program("Bus");
  for (const side of sides) {
    const [input, output] = [queue.tobus[side]!, queue.frombus[1 - side]!];
    bus.local(`${input.name}_from`, 1);
    bus.local(`${output.name}_to`, 1);
    for (const [message, answer] of [
      ["CtoB", "BtoC"],
      ["done", "BtoC"],
      ["MXdone", "done"],
      ["RD", "RD"],
      ["MX", "MX"],
      ["RX", "RX"],
    ] as const) {
      bus.receive(input, "idle", `got${side}_${message}`, is(message));
      bus.send(output, `got${side}_${message}`, "idle", `${code(answer)}`);
    }
  }
  const declarations = Object.values(queue)
    .flat()
    .map((one) => declared(one, MESSAGES.length));
  return system(declarations, [...cpus, ...caches, ["Bus", bus], ["Arbiter", arbiter]]);
}

/**
 * Numbers run through a chain of stages, each of which has a prime and lets pass what it does not divide. What passes
 * the last stage is a prime, and opens the next one. After the last number the stages close, one behind the other.
 */
export function sieve(most: number): string {
  const primes = numbersTo(most).filter((number) => !numbersTo(number - 1).some((less) => number % less === 0));
  const stages = primes.map((_, at) => {
    const next = at + 1;
    const trans = [
      ...(at === 0 ? [] : [`unborn -> idle { sync open[${at}]?; assign prime = got[${at}], got[${at}] = 0; }`]),
      `idle -> test { sync number[${at}]?; }`,
      `idle -> closing { sync close[${at}]?; }`,
      `test -> idle { guard got[${at}] % prime == 0; assign got[${at}] = 0; }`,
      "closing -> closed { guard !child; }",
    ];
    // No number passes the last stage: it would be one more prime.
    if (next < primes.length) {
      trans.push(
        `test -> pass { guard got[${at}] % prime != 0; }`,
        "pass -> opening { guard !child; assign child = true; }",
        "pass -> passing { guard child; }",
        `opening -> idle { sync open[${next}]!; assign got[${next}] = got[${at}], got[${at}] = 0; }`,
        `passing -> idle { sync number[${next}]!; assign got[${next}] = got[${at}], got[${at}] = 0; }`,
        "closing -> last { guard child; }",
        `last -> closed { sync close[${next}]!; }`,
      );
    }
    const states = ["unborn", "idle", "test", "pass", "opening", "passing", "closing", "last", "closed"];
    return `process Stage${at}() { int[2, ${most}] prime = 2; bool child; state ${states.join(", ")}; init ${at === 0 ? "idle" : "unborn"};
      trans ${trans.join(", ")}; }`;
  });
  const count = primes.length;
  return `int[0, ${most}] got[${count}]; chan open[${count}], number[${count}], close[${count}];
    process Source() { int[2, ${most}] n = 2; state more, give, end; init more;
      trans more -> give { guard n < ${most}; assign n++; }, give -> more { sync number[0]!; assign got[0] = n; },
        more -> end { guard n == ${most}; sync close[0]!; }; }
    ${stages.join("\n")}
    system Source, ${primes.map((_, at) => `Stage${at}`).join(", ")};`;
}

const numbersTo = (most: number): number[] => Array.from({ length: Math.max(0, most - 1) }, (_, at) => at + 2);

/** The same, without time: whoever can take a step takes one. */
export function urgently(xta: string): string {
  return xta.replaceAll(/state ([^;]+);/g, "state $1; urgent $1;");
}
