// PLC-automata (Dierks 2004): the programs of programmable logic controllers, which run in cycles of at most so many
// milliseconds. A cycle polls the inputs, tests whether the state still has to be held, and acts on what was polled; so
// what a controller does is based on what was true up to two cycles ago. Each step of the cycle is a transition, and
// where the program stands is a location: a state that is entered is the location where it is about to poll.

export interface PlcAutomaton {
  readonly name: string;
  /** The longest time of a cycle; a constant of the model. */
  readonly cycle: string;
  /** The shortest; without it a cycle takes some time, however little. */
  readonly least?: string;
  /** Local declarations beside the clock of the cycle. */
  readonly declarations?: string;
  /** What may be polled only then. */
  readonly listens?: string;
  readonly polls: readonly Poll[];
  /**
   * What is polled is asked about there and then, and the location remembers what follows from it: there are no copies.
   */
  readonly direct?: boolean;
  /** The first is initial. */
  readonly states: readonly PlcState[];
  /** What happens whenever the state changes: the clock of the state is reset. */
  readonly entering?: readonly string[];
}

export interface Poll {
  readonly input: string;
  /** Where the cycle keeps what it saw. */
  readonly copy: string;
  /** The value of a copy that was cleared; `false` if it is not said. */
  readonly none?: string;
}

interface PlcState {
  readonly name: string;
  /** The inputs that matter here; the copies of the others are cleared. All, if it is not said. */
  readonly reads?: readonly string[];
  /** Holds as long as the state has to be held; what was polled meanwhile is ignored. */
  readonly held?: {
    readonly until: string;
    /** The contrary of `until`. */
    readonly meanwhile: string;
    /** What is answered at once all the same. */
    readonly unless?: string;
    readonly counting?: string;
  };
  readonly reactions: readonly Reaction[];
}

interface Reaction {
  /** Over what was polled. */
  readonly when?: string;
  readonly to: string;
  readonly does?: readonly string[];
}

/** The steps of a cycle: poll and test come first; then what was polled is ignored or acted upon. */
type Step = "poll" | "test" | "ignore" | "act";

/** The text of the process. */
export function plcProcess(plc: PlcAutomaton): string {
  const edges = plc.states.flatMap((state) => (plc.direct === true ? directEdges(plc, state) : edgesOf(plc, state)));
  const places = plc.states.flatMap((state) =>
    plc.direct === true ? decisionPlaces(state, plc.polls) : stepsOf(state).map((step) => place(state, step)),
  );
  return `process ${plc.name}() {
    clock z;
${plc.declarations === undefined ? "" : `    ${plc.declarations}\n`}    state ${places.map((at) => `${at} { z <= ${plc.cycle} }`).join(", ")};
    init ${plc.states[0]!.name};
    trans
        ${edges.join(",\n        ")};
}`;
}

const stepsOf = (state: PlcState): Step[] =>
  state.held === undefined ? ["poll", "test", "act"] : ["poll", "test", "ignore", "act"];

const place = (state: PlcState, step: Step): string => (step === "poll" ? state.name : `${state.name}_${step}`);

function edgesOf(plc: PlcAutomaton, state: PlcState): string[] {
  const { held, reactions } = state;
  const edge = (
    from: Step,
    to: Step,
    guards: readonly (string | undefined)[],
    does: readonly string[],
    into = state,
  ) => {
    const guard = guards.filter((one) => one !== undefined);
    const labels = [
      ...(guard.length > 0 ? [`guard ${guard.join(" && ")};`] : []),
      ...(does.length > 0 ? [`assign ${does.join(", ")};`] : []),
    ];
    return `${place(state, from)} -> ${place(into, to)} { ${labels.join(" ")} }`;
  };
  const copies = plc.polls.map(({ input, copy, none = "false" }) =>
    state.reads === undefined || state.reads.includes(input) ? `${copy} = ${input}` : `${copy} = ${none}`,
  );
  const edges = [edge("poll", "test", [plc.least === undefined ? "z > 0" : `z >= ${plc.least}`, plc.listens], copies)];
  if (held === undefined) edges.push(edge("test", "act", [], []));
  else {
    const { until, meanwhile, unless, counting } = held;
    const heard = unless === undefined ? [] : [`!(${unless})`];
    edges.push(edge("test", "ignore", [meanwhile, ...heard], counting === undefined ? [] : [counting]));
    edges.push(edge("test", "act", [until], []));
    if (unless !== undefined) edges.push(edge("test", "act", [meanwhile, unless], []));
    edges.push(edge("ignore", "poll", [], ["z = 0"]));
  }
  for (const { when, to, does = [] } of reactions) {
    const into = plc.states.find(({ name }) => name === to)!;
    edges.push(edge("act", "poll", [when], [...does, ...(plc.entering ?? []), "z = 0"], into));
  }
  // What no reaction is sure to answer leaves the state as it is.
  const answered = reactions.map(({ when }) => when);
  const rest = answered.includes(undefined) ? [] : answered.map((when) => `!(${when})`);
  edges.push(edge("act", "poll", rest, ["z = 0"]));
  return edges;
}

/** A state, and for each of its reactions and for staying where it is decided and where it is acted upon. */
const decisionPlaces = (state: PlcState, polls: readonly Poll[]): string[] => [
  state.name,
  ...decisionsOf(state, polls).flatMap(({ name }) => [`${state.name}_${name}`, `${state.name}_${name}_act`]),
];

interface Decision {
  readonly name: string;
  /** Guards under which it is taken, one list per edge. */
  readonly cases: readonly (readonly string[])[];
  readonly to: string;
  readonly does: readonly string[];
  /** What happens when it is decided. */
  readonly counting?: string;
}

/** Conditions over copies, as they are over what was copied. */
function overInputs(condition: string, polls: readonly Poll[]): string {
  const inputs = new Map(polls.map(({ input, copy }) => [copy, input]));
  return condition.replaceAll(/\w+/g, (word) => inputs.get(word) ?? word);
}

function decisionsOf(state: PlcState, polls: readonly Poll[]): Decision[] {
  const { held, reactions } = state;
  const unless = held?.unless === undefined ? undefined : overInputs(held.unless, polls);
  // While the state has to be held only what is answered at once counts.
  const free: string[][] = held === undefined ? [[]] : [[held.until]];
  if (held !== undefined && unless !== undefined) free.push([held.meanwhile, unless]);
  const whens = reactions.map(({ when }) => (when === undefined ? undefined : overInputs(when, polls)));
  const decisions = reactions.map(({ to, does = [] }, at): Decision => {
    const when = whens[at];
    return { name: `to_${to}`, cases: free.map((one) => [...one, ...(when === undefined ? [] : [when])]), to, does };
  });
  const rest = whens.includes(undefined) ? [] : whens.map((when) => `!(${when})`);
  const stays: Decision = { name: "stay", cases: free.map((one) => [...one, ...rest]), to: state.name, does: [] };
  if (held === undefined) return [...decisions, stays];
  const counting = held.counting === undefined ? {} : { counting: held.counting };
  const waits = { name: "wait", cases: [[held.meanwhile, ...(unless === undefined ? [] : [`!(${unless})`])]] };
  return [...decisions, stays, { ...waits, to: state.name, does: [], ...counting }];
}

function directEdges(plc: PlcAutomaton, state: PlcState): string[] {
  const time = plc.least === undefined ? "z > 0" : `z >= ${plc.least}`;
  return decisionsOf(state, plc.polls).flatMap(({ name, cases, to, does, counting }) => {
    const [decided, acted] = [`${state.name}_${name}`, `${state.name}_${name}_act`];
    const entered = to === state.name ? [] : (plc.entering ?? []);
    const polled = [time, ...(plc.listens === undefined ? [] : [plc.listens])];
    return [
      ...cases.map((guards) => {
        const counted = counting === undefined ? "" : ` assign ${counting};`;
        return `${state.name} -> ${decided} { guard ${[...polled, ...guards].join(" && ")};${counted} }`;
      }),
      `${decided} -> ${acted} { }`,
      `${acted} -> ${to} { assign ${[...does, ...entered, "z = 0"].join(", ")}; }`,
    ];
  });
}
