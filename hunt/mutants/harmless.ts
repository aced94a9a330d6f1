// Mutants that survive and were judged: what they change nobody can see, and the sentence says why. A line that is edited
// falls out of the list by itself, and its mutants are to be judged anew.

import type { PlacedChange } from "./bundle.ts";

interface Judgement {
  readonly file: string;
  /** The line as it stands in the file. */
  readonly code: string;
  /** As the hunt shows it; absent: every change of that line. */
  readonly shown?: string;
  readonly why: string;
}

const HARMLESS: readonly Judgement[] = [
  {
    file: "zone/relation.ts",
    code: "for (let at = 0; at < dim * dim; at++) if (a[at]! < b[at]!) return false;",
    shown: "`0` → `(0 + 1)`",
    why: "Entry (0, 0) is the same in all zones that are not empty.",
  },
  {
    file: "zone/relation.ts",
    code: "for (let at = 0; at < dim * dim && (subset || superset); at++) {",
    shown: "`0` → `(0 + 1)`",
    why: "Entry (0, 0) is the same in all zones that are not empty.",
  },
  {
    file: "zone/relation.ts",
    code: "for (let at = 0; at < dim * dim; at++) {",
    shown: "`0` → `(0 + 1)`",
    why: "Entry (0, 0) is the same in all zones that are not empty.",
  },
  {
    file: "zone/dbm.ts",
    code: "for (let at = 0; at < dim * dim; at++) {",
    shown: "`0` → `(0 + 1)`",
    why: "Entry (0, 0) is the same in all zones that are not empty.",
  },
  {
    file: "zone/dbm.ts",
    code: "if (ik === INF) continue;",
    shown: "`continue;` left out",
    why: "Sums with INF are INF, and nothing is larger: the loop below changes nothing.",
  },
  {
    file: "zone/alu.ts",
    code: "for (let y = 0; y < dim; y++) {",
    shown: "`y < dim`: `<` → `<=`",
    why: "Behind the matrix there is nothing, and nothing compares as neither less nor greater.",
  },
  {
    file: "zone/dbm.ts",
    code: "for (let at = 0; at < dim * dim; at++) {",
    shown: "`at < dim * dim`: `<` → `<=`",
    why: "Behind the matrix there is nothing, and nothing compares as neither less nor greater.",
  },
  {
    file: "zone/dbm.ts",
    code: "for (let k = 0; k < dim; k++) {",
    shown: "`k < dim`: `<` → `<=`",
    why: "Behind the matrix there is nothing, and a sum with nothing is less than no bound.",
  },
  {
    file: "zone/dbm.ts",
    code: "for (let i = 0; i < dim; i++) {",
    shown: "`i < dim`: `<` → `<=`",
    why: "Behind the matrix there is nothing, and a sum with nothing is less than no bound.",
  },
  {
    file: "zone/relation.ts",
    code: "for (let i = 0; i < dim; i++) {",
    shown: "`i < dim`: `<` → `<=`",
    why: "Behind the matrix there is nothing, and a sum with nothing is not negative.",
  },
  {
    file: "zone/relation.ts",
    code: "for (let at = 0; at < dim * dim; at++) {",
    shown: "`at < dim * dim`: `<` → `<=`",
    why: "One more round over nothing: another hash, equal for equal zones all the same.",
  },
  {
    file: "zone/relation.ts",
    code: "hash ^= hash >>> 15;",
    shown: "`hash ^= hash >>> 15;` left out",
    why: "Another hash, equal for equal zones all the same.",
  },
  {
    file: "zone/relation.ts",
    code: "hash = Math.imul(hash ^ zone[at]!, 0x9e3779b1);",
    shown: "`0x9e3779b1` → `(0x9e3779b1 + 1)`",
    why: "Another hash, equal for equal zones all the same.",
  },
  {
    file: "zone/local-time.ts",
    code: "if (x === y) continue;",
    shown: "`continue;` left out",
    why: "The diagonal of a zone that is not empty stays 0: into the references and out again is no negative path.",
  },
  {
    file: "zone/print.ts",
    code: "for (let i = 0; i < dim; i++) {",
    shown: "`0` → `(0 + 1)`",
    why: "Row 0 leads itself.",
  },
  {
    file: "zone/print.ts",
    code: "for (let i = 0; i < dim; i++) {",
    shown: "`0` → `(0 + 1)`",
    why: "Row 0 leads itself.",
  },
  {
    file: "zone/print.ts",
    code: "for (let j = 0; j < i; j++) {",
    shown: "`j < i`: `<` → `<=`",
    why: "A row has distance 0 to itself: it becomes its own leader, which it is.",
  },
  {
    file: "zone/dbm.ts",
    code: "if (other[at]! < zone[at]!) {",
    shown: "`other[at]! < zone[at]!`: `<` → `<=`",
    why: "Closing a canonical matrix changes nothing.",
  },
  {
    file: "zone/extrapolation.ts",
    code: "for (let j = 1; j < dim; j++) {",
    shown: "`j < dim`: `<` → `<=`",
    why: "The table has no such row, and nothing lies below a limit that is no number.",
  },
  {
    file: "zone/valuation.ts",
    code: "const sign = upper === undefined ? -1 : compare(value, upper);",
    shown: "`1` → `(1 + 1)`",
    why: "Any negative number will do.",
  },
  {
    file: "open-lists/fifo.ts",
    code: "const CHUNK = 1 << 12;",
    why: "How many states lie in one array is not seen from outside.",
  },
  {
    file: "open-lists/fifo.ts",
    code: "if (this.firstChunk > 64 && this.firstChunk * 2 > this.chunks.length) {",
    why: "When spent arrays are let go is not seen from outside; what is dropped is spent at any time.",
  },
  {
    file: "certificate/certificate.ts",
    code: 'const opening = JSON.stringify(head, null, 2).replace(/\\n\\}$/, "");',
    shown: "`2` → `(2 + 1)`",
    why: "White space that nobody reads.",
  },
  {
    file: "certificate/locations.ts",
    code: "for (let size = -1; size !== visited.size; ) {",
    shown: "`1` → `(1 + 1)`",
    why: "Any number that is no size will do.",
  },
  {
    file: "engine/clock-bounds/constants.ts",
    code: "const nearest = min > 0 ? min : Math.min(max, 0);",
    shown: "`0` → `(0 + 1)`",
    why: "It is only asked whether the nearest value lies beyond the limit, and neither 0 nor 1 does.",
  },
  {
    file: "engine/clock-bounds/constants.ts",
    code: "const nearest = min > 0 ? min : Math.min(max, 0);",
    shown: "`min > 0`: `>` → `>=`",
    why: "Where the least value is 0, 0 is the nearest either way.",
  },
  {
    file: "engine/clock-bounds/assignments.ts",
    code: "const MAX_DEPTH = 16;",
    why: "Calls that are nested so deeply and set clocks are refused by the flow of bounds.",
  },
  {
    file: "engine/clock-bounds/assignments.ts",
    code: 'else if (expression.kind === "call" && frame.depth < MAX_DEPTH) {',
    shown: "`frame.depth < MAX_DEPTH`: `<` → `<=`",
    why: "Calls that are nested so deeply and set clocks are refused by the flow of bounds.",
  },
  {
    file: "open-lists/preferred.ts",
    code: "this.parent = parent;",
    why: "Siblings are then judged one by one, to the same effect.",
  },
  {
    file: "open-lists/preferred.ts",
    code: "private preference: Preference = () => true;",
    why: "It is replaced before it is asked.",
  },
  {
    file: "open-lists/icb.ts",
    code: 'if (contexts === "process") return () => 1;',
    shown: "`1` → `(1 + 1)`",
    why: "Marks only have to differ.",
  },
  {
    file: "open-lists/icb.ts",
    code: "if (n === 0) return (edge) => edge + 1;",
    shown: "`1` → `(1 + 1)`",
    why: "Marks only have to differ.",
  },
  {
    file: "open-lists/icb.ts",
    code: "const mark = marks.get(reach) ?? marks.size + 1;",
    shown: "`1` → `(1 + 1)`",
    why: "Marks only have to differ.",
  },
  {
    file: "trace/lasso.ts",
    code: "bounds === undefined || bounds.diagonals.length > 0 ? undefined : bounds.at(place.discrete.locations);",
    shown: "`0` → `(0 + 1)`",
    why: "Whatever is found is replayed, and a loop that clocks compared with each other do not come back to is passed by.",
  },
  {
    file: "trace/xtr.ts",
    code: 'const dot = (): boolean => tokens[at] === "." && at++ >= 0;',
    shown: "`at++ >= 0`: `>=` → `>`",
    why: "A file that begins with a dot has no locations, and is refused for that.",
  },
  {
    file: "trace/replay.ts",
    code: "if (first <= (from ?? 0)) return from ?? 0;",
    shown: "`0` → `(0 + 1)`",
    why: "Where there is no premise, whoever asks says where the part begins.",
  },
  {
    file: "trace/points.ts",
    code: "const half = rational(1, 2);",
    why: "Any point inside will do.",
  },
  {
    file: "trace/moments.ts",
    code: "else if (guards.length > 0) return false;",
    shown: "`guards.length > 0`: `>` → `>=`",
    why: "Then zones time the path, to the same moment (`timing.test.ts`), only later.",
  },
  {
    file: "engine/clock-bounds/flow.ts",
    code: "if (Math.max(lower, upper) > this.limit) throw endless();",
    shown: "`Math.max(lower, upper)`: `max` → `min`",
    why: "A copy that lowers a clock tests its source both ways, so both constants grow.",
  },
  {
    file: "engine/clock-bounds/flow.ts",
    code: 'if (expression.kind === "clock-assign") found = true;',
    shown: '`expression.kind === "clock-assign"`: `===` → `!==`',
    why: "Then every call is followed, also those that set no clock and change no bounds.",
  },
  {
    file: "check/bounds/pumping.ts",
    code: "const MOST_PER_LOOK = 5_000;",
    why: "How much is looked at before others have their turn.",
  },
  {
    file: "certificate/projection.ts",
    code: "const FREE = { urgent: false, committed: false, invariant: [], rates: [], frameSize: 0, labels: [] } as const;",
    shown: "`0` → `(0 + 1)`",
    why: "A frame that is larger than anybody needs.",
  },
  {
    file: "certificate/projection.ts",
    code: "internalPriority: 0,",
    shown: "`0` → `(0 + 1)`",
    why: "A projection has no priorities, so nobody looks at it.",
  },
  {
    file: "certificate/certified-zones.ts",
    code: "if (!constrain(zone, dim, i, j, strict === 1 ? lt(constant) : le(constant))) break;",
    shown: "`break;` left out",
    why: "What is empty stays empty.",
  },
  {
    file: "certificate/closure.ts",
    code: "if (!intersect(zone, semantics.dim, invariant)) continue;",
    shown: "`continue;` left out",
    why: "What is empty meets no target and has no successors.",
  },
  {
    file: "certificate/runs.ts",
    code: "if (!intersect(zone, semantics.dim, invariant)) continue;",
    shown: "`continue;` left out",
    why: "What is empty meets no target and has no successors.",
  },
  {
    file: "certificate/projection.ts",
    code: 'if (sync.kind === "receive") return channelsOf(this.network, edge).some((channel) => channels[channel]!.broadcast);',
    shown: "`channelsOf(this.network, edge).some((channel) => channels[channel]!.broadcast)`: `some` → `every`",
    why: "A process that stands still has no computed index (whoever computes one is followed), so there is one channel.",
  },
  {
    file: "certificate/projection.ts",
    code: 'return expression.kind === "constant" || expression.process.steps.length === 0;',
    shown: "`expression.process.steps.length === 0`: `===` → `!==`",
    why: "Places of processes stand in queries, not in guards.",
  },
  {
    file: "certificate/projection.ts",
    code: "if (this.processes.has(process)) continue;",
    shown: "`continue;` left out",
    why: "Updates of processes that are followed stay anyway, and what they read is read.",
  },
  {
    file: "engine/clock-bounds/flow.ts",
    code: "if (Math.max(lower, upper) > this.limit) throw endless();",
    shown: "`Math.max(lower, upper) > this.limit`: `>` → `>=`",
    why: "How far constants grow before that is called endless is our choice.",
  },
  {
    file: "engine/clock-bounds/constants.ts",
    code: 'return "<=";',
    shown: '`return "<=";` → `return undefined`',
    why: "Both front ends turn a comparison round until the clock stands on the left, or on both sides.",
  },
  {
    file: "engine/clock-bounds/flow.ts",
    code: "if (max - min >= UNROLLED) {",
    shown: "`max - min >= UNROLLED`: `>=` → `>`",
    why: "Which of two ways a loop of 65 rounds is followed; both are right, one is quicker.",
  },
  {
    file: "engine/clock-bounds/flow.ts",
    code: "const UNROLLED = 64;",
    shown: "`64` → `(64 + 1)`",
    why: "Which of two ways a loop of 65 rounds is followed; both are right, one is quicker.",
  },
  {
    file: "engine/clock-bounds/diagonals.ts",
    code: "const turned = left > right;",
    shown: "`left > right`: `>` → `>=`",
    why: "No clock is compared with itself.",
  },
  {
    file: "engine/clock-bounds/diagonals.ts",
    code: "if (range.max - range.min >= MAX_DIAGONALS) throw tooMany(span);",
    shown: "`range.max - range.min >= MAX_DIAGONALS`: `>=` → `>`",
    why: "Sixty-five copies make more than 64 cuts, and those are refused one by one.",
  },
  {
    file: "engine/clock-bounds/flow.ts",
    code: "if (frame.depth >= MAX_DEPTH) {",
    shown: "`frame.depth >= MAX_DEPTH`: `>=` → `>`",
    why: "How deeply calls may be nested is our choice.",
  },
  {
    file: "check/bounds/bounds.ts",
    code: "const wanted = Math.max(...open.map((range) => range.wanted));",
    shown: "`Math.max(...open.map((range) => range.wanted))`: `max` → `min`",
    why: "More rounds, with smaller constants, to the same values.",
  },
  {
    file: "check/plan/reduction.ts",
    code: "for (let ordinal = 0; ordinal < beginnings; ordinal++) queue.push(engine.insert(ordinal, -1, 0));",
    shown: "`1` → `(1 + 1)`",
    why: "Nobody looks at the way to a state that is only tried.",
  },
  {
    file: "check/evidence/polish.ts",
    code: "const setup = unlessLimited(() => session.work(() => setUp(session, [target], { reachedOnly: true })));",
    shown: "`true` → `false`",
    why: "Another abstraction finds the same shorter traces.",
  },
  {
    file: "check/plan/reduction.ts",
    code: "trials.set(setup, trial);",
    shown: "`trials.set(setup, trial);` left out",
    why: "Then every member of a portfolio tries for itself, to the same effect.",
  },
  {
    file: "check/evidence/timed-traces.ts",
    code: "if (trace === undefined && state >= 0) return undefined;",
    shown: "`state >= 0`: `>=` → `>`",
    why: "A zone of an initial state is exact, also with stopwatches: there is always a run to it.",
  },
  {
    file: "check/plan/plan.ts",
    code: "const abstraction = { ok: false, diagnostics: [refusal] } as const;",
    shown: "`false` → `true`",
    why: "A plan that is refused is asked for nothing else.",
  },
  {
    file: "check/liveness/liveness.ts",
    code: "if (this.fault !== undefined && runnable === search) runnable = new Patience(search);",
    shown: "`runnable = new Patience(search);` left out",
    why: "Then the search for a run without fault goes on to its end, and not only for as much again.",
  },
  {
    file: "check/bounds/term-range.ts",
    code: "const ends = [this.lower?.value ?? 0, this.endless ? 0 : (this.upper?.value ?? 0)];",
    shown: "`0` → `(0 + 1)`",
    why: "Four times the constant that was tried is more.",
  },
  {
    file: "check/bounds/unbounded.ts",
    code: "this.attempts.set(row, attempt);",
    shown: "`this.attempts.set(row, attempt);` left out",
    why: "Only how often it is tried; what is shown is shown.",
  },
  {
    file: "check/plan/reduction.ts",
    code: "for (let head = 0; head < queue.length && head < TRIED; head++) {",
    shown: "`head < TRIED`: `<` → `<=`",
    why: "How many states reduction is tried on is our choice.",
  },
  {
    file: "check/reachability/fastest.ts",
    code: 'if (this.open.queues[0]!.pushed > 0 && this.open.least >= this.best) return "exhausted";',
    shown: "`this.open.least >= this.best`: `>=` → `>`",
    why: "What is as late as the best is no better.",
  },
  {
    file: "check/bounds/pumping.ts",
    code: "later?.push(at);",
    shown: "`later?.push(at);` left out",
    why: "Fewer pairs are compared: a loop is seen later, or not at all, but none that is not there.",
  },
  {
    file: "check/exploration/explore.ts",
    code: "if (setup?.ok !== true || engine === undefined || exploration === undefined) {",
    shown: "`setup?.ok !== true || engine === undefined`: `||` → `&&`",
    why: "There is no engine exactly where there is no setup.",
  },
  {
    file: "check/evidence/certify.ts",
    code: 'return reached.answer.statistics.stored > MOST_STATES ? { ...rest, uncertified: "too-large" } : reached;',
    shown: "`reached.answer.statistics.stored > MOST_STATES`: `>` → `>=`",
    why: "How many states a certificate may have is our choice.",
  },
  {
    file: "check/bounds/term-range.ts",
    code: "return Math.max(...ends.filter((end) => Number.isFinite(end)), 0) + 1;",
    shown: "`1` → `(1 + 1)`",
    why: "A greater constant does as well.",
  },
  {
    file: "check/bounds/bounds.ts",
    code: "most = Math.min(LARGEST, Math.max(wanted, 4 * most));",
    shown: "`Math.max(wanted, 4 * most)`: `max` → `min`",
    why: "More rounds, with smaller constants, to the same values.",
  },
  {
    file: "check/bounds/differences.ts",
    code: 'if (answer === "without bound") return { value: sign * Number.POSITIVE_INFINITY, strict: true };',
    shown: "`sign * Number.POSITIVE_INFINITY`: `*` → `+`",
    why: "Where there is no bound, the question before it has said so.",
  },
];

export function whyHarmless({ file, code, shown }: PlacedChange): string | undefined {
  return HARMLESS.find(
    (judged) => judged.file === file && judged.code === code && (judged.shown === undefined || judged.shown === shown),
  )?.why;
}
