// Models with things that are interchangeable, as people write them.

/** Fischer's protocol over a scalar set: a flag says whether `id` holds anything. */
export const scalarFischer = (n: number, wait = "x > 2"): string => `
typedef scalar[${n}] pid_t;
pid_t id;
bool set = false;
process P(const pid_t pid) {
  clock x;
  state A, req { x <= 2 }, wait, cs;
  init A;
  trans
    A -> req { guard !set; assign x = 0; },
    req -> wait { guard x <= 2; assign id = pid, set = true, x = 0; },
    wait -> req { guard !set; assign x = 0; },
    wait -> cs { guard set && id == pid && ${wait}; },
    cs -> A { assign set = false, x = 0; };
}
system P;
`;

export const plainFischer = (n: number, wait = "x > 2"): string => `
int[0, ${n}] id = 0;
process P(const int[1, ${n}] pid) {
  clock x;
  state A, req { x <= 2 }, wait, cs;
  init A;
  trans
    A -> req { guard id == 0; assign x = 0; },
    req -> wait { guard x <= 2; assign id = pid, x = 0; },
    wait -> req { guard id == 0; assign x = 0; },
    wait -> cs { guard id == pid && ${wait}; },
    cs -> A { assign id = 0, x = 0; };
}
system P;
`;

/** A queue of ids, shifted by a loop over positions; channels by id. */
export const gate = (n: number, last = "list[len]"): string => `
const int N = ${n};
typedef scalar[N] id_t;
chan appr[id_t], stop[id_t], leave[id_t];
urgent chan go[id_t];
id_t list[N];
int[0, N] len = 0;
void enqueue(id_t e) { list[len++] = e; }
void dequeue() {
  int i = 0;
  len -= 1;
  while (i < len) { list[i] = list[i + 1]; i++; }
  list[i] = ${last};
}
id_t front() { return list[0]; }
id_t tail() { return list[len - 1]; }
process Train(const id_t id) {
  clock x;
  state Safe, Appr { x <= 20 }, Stop, Start { x <= 15 }, Cross { x <= 5 };
  init Safe;
  trans Safe -> Appr { sync appr[id]!; assign x = 0; },
    Appr -> Stop { guard x <= 10; sync stop[id]?; assign x = 0; },
    Appr -> Cross { guard x >= 10; assign x = 0; },
    Stop -> Start { sync go[id]?; assign x = 0; },
    Start -> Cross { guard x >= 7; assign x = 0; },
    Cross -> Safe { guard x >= 3; sync leave[id]!; };
}
process Gate() {
  state Free, Occ, Stopping;
  commit Stopping;
  init Free;
  trans Free -> Occ { select e : id_t; guard len == 0; sync appr[e]?; assign enqueue(e); },
    Free -> Occ { guard len > 0; sync go[front()]!; },
    Occ -> Stopping { select e : id_t; sync appr[e]?; assign enqueue(e); },
    Stopping -> Occ { sync stop[tail()]!; },
    Occ -> Free { select e : id_t; guard e == front(); sync leave[e]?; assign dequeue(); };
}
system Train, Gate;
`;

/** A token that is handed on, two processes for each id. */
export const pairs = (n: number): string => `
typedef scalar[${n}] id_t;
chan hand[id_t]; bool wants[id_t]; id_t holder; int[0, ${n}] waiting;
process Client(const id_t me) {
  state idle, asking, busy; init idle;
  trans idle -> asking { guard !wants[me]; assign wants[me] = true, waiting++; },
    asking -> busy { sync hand[me]?; },
    busy -> idle { assign wants[me] = false; };
}
process Server(const id_t me) {
  state s, t; init s;
  trans s -> t { guard wants[me] && holder == me; sync hand[me]!; assign waiting--; },
    t -> s { select other : id_t; guard !wants[me] && (other == me || forall (k : id_t) k == other || !wants[k]); assign holder = other; };
}
system Client, Server;
`;
