// Munta's language as data: what stands in the three files. `.muntax` is the model with its question, `.renaming`
// gives numbers to names, `.cert` lists states and zones as 64-bit numbers, big endian. Munta is proved sound for
// what it reads in these files; nothing else of ours is trusted by it.

export interface MuntaNode {
  readonly id: number;
  readonly name: string;
  readonly invariant: string;
}
export interface MuntaEdge {
  readonly source: number;
  readonly target: number;
  readonly guard: string;
  /** `c!`, `c?` or nothing. */
  readonly label: string;
  readonly update: string;
}
export interface MuntaAutomaton {
  readonly name: string;
  readonly initial: number;
  readonly nodes: readonly MuntaNode[];
  readonly committed: readonly number[];
  readonly urgent: readonly number[];
  readonly edges: readonly MuntaEdge[];
}
export interface MuntaModel {
  readonly automata: readonly MuntaAutomaton[];
  readonly broadcast: readonly string[];
  readonly clocks: readonly string[];
  readonly vars: readonly { readonly name: string; readonly low: number; readonly high: number }[];
  readonly formula: string;
}

export interface MuntaState {
  readonly locations: readonly number[];
  readonly values: readonly number[];
  /** Full matrices, row by row: 2k is `< k`, 2k + 1 is `≤ k`, Infinity is no bound. */
  readonly zones: readonly (readonly number[])[];
}

/** One edge a line, so that a model can be looked at and compared. */
export function muntaxText({ automata, broadcast, clocks, vars, formula }: MuntaModel): string {
  const lines = (all: readonly object[]): string =>
    all.length === 0 ? "[]" : `[\n${all.map((one) => `    ${JSON.stringify(one)}`).join(",\n")}\n  ]`;
  const processes = automata.map(({ nodes, edges, ...rest }) => {
    const head = JSON.stringify(rest).slice(0, -1);
    return `  ${head},\n  "nodes": ${lines(nodes)},\n  "edges": ${lines(edges)}}`;
  });
  const declared = vars.map(({ name, low, high }) => `${name}[${low}:${high}]`).join(", ");
  return [
    `{"madeBy": "tracehound",\n "automata": [\n${processes.join(",\n")}\n ],`,
    ` "broadcast": ${JSON.stringify(broadcast)},`,
    ` "clocks": ${JSON.stringify(clocks.join(", "))},`,
    ` "vars": ${JSON.stringify(declared)},`,
    ` "formula": ${JSON.stringify(formula)}}\n`,
  ].join("\n");
}

/** Everything is numbered in the order in which the model names it. */
export function renamingText({ automata, clocks, vars }: MuntaModel): string {
  const numbered = (names: readonly string[], from: number) => names.map((name, i) => [name, i + from] as const);
  const renaming = {
    vars: Object.fromEntries(
      numbered(
        vars.map(({ name }) => name),
        0,
      ),
    ),
    clocks: Object.fromEntries([["0", 0] as const, ...numbered(clocks, 1)]),
    locations: Object.fromEntries(
      automata.map(({ name, nodes }) => [name, Object.fromEntries(nodes.map(({ id }) => [`${id}`, id]))]),
    ),
    processes: Object.fromEntries(
      numbered(
        automata.map(({ name }) => name),
        0,
      ),
    ),
  };
  return `${JSON.stringify(renaming)}\n`;
}

const MAGIC = 42;

/** Bytes that `certBytes` will take. */
export function certSize({ automata, clocks, vars }: MuntaModel, states: readonly MuntaState[]): number {
  const cells = (clocks.length + 1) ** 2;
  const zones = states.reduce((sum, state) => sum + state.zones.length, 0);
  return 8 * (5 + states.length * (automata.length + vars.length + 1) + zones * cells);
}

export function certBytes(model: MuntaModel, states: readonly MuntaState[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(certSize(model, states)));
  let at = 0;
  const put = (value: number): void => {
    view.setInt32(at, value === Number.POSITIVE_INFINITY ? 0x7fff_ffff : Math.floor(value / 2 ** 32));
    view.setInt32(at + 4, value === Number.POSITIVE_INFINITY ? -1 : value | 0);
    at += 8;
  };
  for (const count of [MAGIC, model.automata.length, model.clocks.length + 1, model.vars.length, states.length]) {
    put(count);
  }
  for (const { locations, values, zones } of states) {
    for (const location of locations) put(location);
    for (const value of values) put(value);
    put(zones.length);
    for (const zone of zones) for (const bound of zone) put(bound);
  }
  return new Uint8Array(view.buffer);
}
