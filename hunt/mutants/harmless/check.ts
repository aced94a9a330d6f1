import type { Judgement } from "./judgement.ts";

export const CHECK: readonly Judgement[] = [
  {
    file: "check/bounds/pumping.ts",
    code: "const MOST_PER_LOOK = 5_000;",
    why: "How much is looked at before others have their turn.",
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
  {
    file: "check/reachability/reachability.ts",
    code: 'if (evidence !== undefined && limitOf(error) !== undefined) return "stopped";',
    shown: '`return "stopped";` → `return undefined`',
    why: "What ended the timing ends the search as well when it is asked again, and what was found stands.",
  },
  {
    file: "check/evidence/certify-runs.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code.
    code: "if (fault === undefined) throw new Error(`a run that cannot be ends otherwise: ${kind}`);",
    shown: "`fault === undefined` → `!(fault === undefined)`",
    why: "Nothing gets there: a search that ends has met the faults on its way.",
  },
];
