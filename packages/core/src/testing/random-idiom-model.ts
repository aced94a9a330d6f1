// Small random models written as people write them: arrays of channels with computed indices, selects that take over
// what the other side computed, queues, tables indexed by ids, structs passed on, functions with side effects, `meta`
// as a mailbox, results kept as they are. As text, so that what a hunt finds can be read.

import { type Choices, Dice } from "./choices.ts";

export function randomIdiomModel(choices: Choices): string {
  return new IdiomWriter(new Dice(choices)).write();
}

/** What an edge may speak of: its select, the id of its process. */
interface Scope {
  readonly names: readonly string[];
}

interface Edge {
  readonly select: boolean;
  readonly guards: string[];
  readonly sync: string;
  readonly updates: string[];
}

const FUNCTIONS = [
  "void enqueue(id_t v) { if (len < N) { list[len] = v; len++; } }",
  "void dequeue() { int k = 0; if (len > 0) { len--; for (k = 0; k < len; k++) list[k] = list[k + 1]; list[len] = 0; } }",
  "id_t front() { return list[0]; }",
  "id_t tail() { return list[len > 0 ? len - 1 : 0]; }",
  "id_t other(id_t v) { return N - 1 - v; }",
  "id_t next() { i = (i + 1) % N; return i; }",
  "id_t take() { id_t v = list[head]; if (head < N) head++; return v; }",
  "void push(int[0,23] v) { if (n < 2) { got[n] = v; n++; } }",
  "void deliver(msg_t m) { inbox.src = m.src; inbox.val = m.val; }",
  "void swap(id_t &a, id_t &b) { id_t t = a; a = b; b = t; }",
];

class IdiomWriter {
  private readonly dice: Dice;
  private readonly ids: number;
  /** Arrays of channels, with whether they are broadcasts. */
  private readonly channels: readonly { readonly name: string; readonly broadcast: boolean }[];
  private readonly clock: boolean;
  private readonly mail: boolean;

  constructor(dice: Dice) {
    this.dice = dice;
    this.ids = dice.between(2, 3);
    const first = { name: "go", broadcast: dice.chance(35) };
    this.channels = dice.chance(40) ? [first, { name: "ack", broadcast: dice.chance(50) }] : [first];
    this.clock = dice.chance(20);
    this.mail = dice.chance(25);
  }

  write(): string {
    const { dice, ids } = this;
    const some = (count: number): string => Array.from({ length: count }, () => dice.between(0, ids - 1)).join(", ");
    const senders = dice.between(1, 2);
    const processes = [
      ...Array.from({ length: senders }, (_, k) => this.process(`S${k}`, "!")),
      this.process("R", "?"),
      ...(dice.chance(35) ? [this.process("T", dice.one(["!", "?"]))] : []),
    ];
    const lines = [
      `const int N = ${ids}; typedef int[0,N-1] id_t;`,
      ...this.channels.map(({ name, broadcast }) => `${broadcast ? "broadcast " : ""}chan ${name}[N];`),
      `id_t i = ${dice.between(0, ids - 1)}; id_t j = ${dice.between(0, ids - 1)};`,
      `id_t list[N+1] = {${some(ids + 1)}}; int[0,N] len = ${dice.between(0, ids)}; int[0,N] head = ${dice.between(0, 1)};`,
      `id_t table[N] = {${some(ids)}};`,
      "typedef struct { id_t src; int[0,23] val; } msg_t; msg_t box; msg_t inbox;",
      "int[0,23] got[3] = {23, 23, 23}; int[0,2] n; int[0,23] r = 23;",
      ...(this.mail ? ["meta id_t mail;"] : []),
      ...(this.clock ? ["clock x;"] : []),
      ...FUNCTIONS,
      ...processes.map(({ text }) => text),
      ...processes.map(({ name, made }) => `${name} = ${made};`),
      `system ${processes.map(({ name }) => name).join(", ")};`,
    ];
    return `${lines.join("\n")}\n`;
  }

  /** A template of which there is one process, mostly with an id of its own. */
  private process(name: string, direction: string): { name: string; text: string; made: string } {
    const { dice } = this;
    const hasId = dice.chance(50);
    const locations = Array.from({ length: dice.between(2, 3) }, (_, at) => `l${at}`);
    // Mostly from each location to the next, and no way back: what results are kept of stays small.
    const edges = locations.flatMap((from, at) => {
      const next = locations[at + 1];
      const back = dice.chance(at === 0 ? 15 : 8) ? [this.edge(from, dice.one(locations), direction, hasId)] : [];
      if (next === undefined) return back;
      const other = dice.chance(25) ? [this.edge(from, next, direction, hasId)] : [];
      return [this.edge(from, next, direction, hasId), ...other, ...back];
    });
    const text = [
      `process T${name}(${hasId ? "const id_t id" : ""}) {`,
      `  state ${locations.join(", ")}; init l0;`,
      `  trans ${edges.join(",\n    ")};\n}`,
    ].join("\n");
    return { name, text, made: `T${name}(${hasId ? dice.between(0, this.ids - 1) : ""})` };
  }

  private edge(from: string, to: string, direction: string, hasId: boolean): string {
    const drawn = this.draw(direction, hasId);
    const labels = [
      drawn.select ? "select e : id_t;" : "",
      drawn.guards.length > 0 ? `guard ${drawn.guards.join(" && ")};` : "",
      drawn.sync === "" ? "" : `sync ${drawn.sync};`,
      drawn.updates.length > 0 ? `assign ${drawn.updates.join(", ")};` : "",
    ];
    return `${from} -> ${to} { ${labels.filter((label) => label !== "").join(" ")} }`;
  }

  private draw(direction: string, hasId: boolean): Edge {
    const { dice } = this;
    const by = dice.chance(80) ? dice.one(this.channels).name : null;
    const isReceiver = direction === "?" ? dice.chance(90) : dice.chance(10);
    const select = dice.chance(isReceiver ? 65 : 30);
    const scope = { names: [...(select ? ["e", "e"] : []), ...(hasId ? ["id"] : [])] };
    const index = select && dice.chance(isReceiver ? 80 : 35) ? "e" : this.id(scope);
    const guards = dice.several(0, dice.one([0, 1, 2]), () => this.guard(scope));
    const mailed = this.mail && by !== null && dice.chance(50);
    const updates = dice.several(mailed ? 0 : 1, 3, () => this.update(scope));
    if (mailed) updates.push(isReceiver ? `r = mail * 10 + ${this.id(scope)}` : `mail = ${this.id(scope)}`);
    return { select, guards, sync: by === null ? "" : `${by}[${index}]${isReceiver ? "?" : "!"}`, updates };
  }

  /** From 0 to N − 1, without side effects. */
  private id({ names }: Scope): string {
    const { dice } = this;
    const plain = dice.one([...names, ...names, "i", "j", `${dice.between(0, this.ids - 1)}`]);
    if (dice.chance(40)) return plain;
    return dice.one([
      `table[${plain}]`,
      `other(${plain})`,
      `(${plain} + 1) % N`,
      "list[head]",
      "front()",
      "tail()",
      "box.src",
      "inbox.src",
    ]);
  }

  /** From 0 to 22, kept as it is. */
  private result(scope: Scope): string {
    const { dice } = this;
    const one = this.id(scope);
    return dice.one([one, `${one} * 10 + ${this.id(scope)}`, `${one} + len + head`, "box.val", "next()", "take()"]);
  }

  private update(scope: Scope): string {
    const { dice } = this;
    const one = this.id(scope);
    return dice.one([
      `i = ${one}`,
      `j = ${one}`,
      "i = (i + 1) % N",
      `r = ${this.result(scope)}`,
      `r = ${this.result(scope)}`,
      `push(${this.result(scope)})`,
      `got[n] = ${this.result(scope)}, n = n < 2 ? n + 1 : n`,
      `table[${this.id(scope)}] = ${one}`,
      `enqueue(${one})`,
      "dequeue()",
      "head = head < N ? head + 1 : head",
      "head++",
      `list[head] = ${one}`,
      `box.src = ${one}, box.val = ${this.result(scope)}`,
      "inbox = box",
      "deliver(box)",
      "swap(i, j)",
      `swap(i, table[${one}])`,
      "j = next()",
      "j = take()",
      ...(this.clock ? ["x = 0"] : []),
    ]);
  }

  private guard(scope: Scope): string {
    const { dice } = this;
    const one = this.id(scope);
    return dice.one([
      "n < 2",
      "head < N",
      "len > 0",
      "len < N",
      `${one} == ${this.id(scope)}`,
      `${one} != ${this.id(scope)}`,
      `front() == ${one}`,
      `table[${one}] > 0`,
      `forall (k : id_t) table[k] != ${one}`,
      `r == ${dice.between(0, 12)}`,
      ...(this.clock ? [dice.one(["x >= 1", "x <= 2"])] : []),
    ]);
  }
}
