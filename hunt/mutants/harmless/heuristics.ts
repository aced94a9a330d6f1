import type { Judgement } from "./judgement.ts";

export const HEURISTICS: readonly Judgement[] = [
  {
    file: "heuristics/relaxed/compiled/first-layer.ts",
    code: 'f.if(geS(get(gate, "known"), begun.value), () => f.return(get(gate, "layer")));',
    shown: '`f.if(geS(get(gate, "known"), begun.value), () => f.return(get(gate, "layer")));` left out',
    why: "Then it is found once more.",
  },
  {
    file: "heuristics/relaxed/costs.ts",
    code: "if (this.ofCell[cell]!.length !== MAX_VALUES + 1) return;",
    shown: "`MAX_VALUES + 1`: `+` → `-`",
    why: "From how many values on they are taken together is our choice.",
  },
  {
    file: "heuristics/merge/composition-strategy.ts",
    code: "return product <= bound ? [0, -internal / (left + internal || 1), product] : [1, product * left ** 1.5, product];",
    shown: "`left + internal || 1`: `||` → `&&`",
    why: "Which pair is composed first is our choice.",
  },
  {
    file: "heuristics/merge/abstract-process.ts",
    code: "return this.internalWays[state]!.length === 0 ? 0 : this.sum(this.internalWays[state]!, own);",
    shown: "`0` → `(0 + 1)`",
    why: "Any number for those that have none.",
  },
  {
    file: "heuristics/relaxed/compiled/explain-code.ts",
    code: "f.do(call(release, middle, to, 1));",
    shown: "`1` → `(1 + 1)`",
    why: "Any number but 0 is true.",
  },
  {
    file: "heuristics/cegar/cartesian-abstraction.ts",
    code: "for (let f = 0; f < buckets.length; f++) {",
    shown: "`f < buckets.length`: `<` → `<=`",
    why: "There is nothing in the last bucket.",
  },
  {
    file: "heuristics/relaxed/ground/located-cells.ts",
    code: "const SEVERAL = -2;",
    shown: "`2` → `(2 + 1)`",
    why: "Any number that is no process.",
  },
  {
    file: "heuristics/relaxed/compiled/explain-code.ts",
    code: "f.for(at, 0, add(last, 1), () =>",
    shown: "`1` → `(1 + 1)`",
    why: "Nothing stands behind the last layer.",
  },
  {
    file: "heuristics/relaxed/compiled/compiled-graph.ts",
    code: "return this.left >= PATIENCE && this.left * MOST_LEFT > this.tried;",
    shown: "`this.left * MOST_LEFT > this.tried`: `>` → `>=`",
    why: "How long the emitted code is trusted is our choice.",
  },
  {
    file: "heuristics/factored/joint-steps.ts",
    code: ".sort(([a], [b]) => a - b)",
    shown: "`a - b`: `-` → `+`",
    why: "They come in system order already.",
  },
  {
    file: "heuristics/relaxed/costs.ts",
    code: "if (cost + choice.cost >= below) break;",
    shown: "`cost + choice.cost`: `+` → `-`",
    why: "What costs more is offered in vain.",
  },
  {
    file: "heuristics/relaxed/costs.ts",
    code: "if (this.ofCell[cell]!.length !== MAX_VALUES + 1) return;",
    shown: "`1` → `(1 + 1)`",
    why: "From how many values on they are taken together is our choice.",
  },
  {
    file: "heuristics/merge/abstract-process.ts",
    code: "private version = 0;",
    shown: "`0` → `(0 + 1)`",
    why: "Any number to begin with.",
  },
  {
    file: "heuristics/relaxed/kernel/program-runner.ts",
    code: "return (fact < facts ? reached(fact) : isPossible(fact - facts)) ? 1 : 0;",
    shown: "`1` → `(1 + 1)`",
    why: "Any two numbers that differ.",
  },
  {
    file: "heuristics/relaxed/kernel/set-history.ts",
    code: "for (let cell = 0; cell < inputs.length; cell++) this.push(cell, 0, inputs[cell]!, -1);",
    shown: "`cell < inputs.length`: `<` → `<=`",
    why: "Nobody asks for what stands behind the last cell.",
  },
  {
    file: "heuristics/relaxed/kernel/layer-memo.ts",
    code: "private words = new Int32Array(1 << 12);",
    shown: "`1` → `(1 + 1)`",
    why: "More room than needed.",
  },
  {
    file: "heuristics/factored/product.ts",
    code: "meter.hold(4 * left.size * right.size);",
    shown: "`4 * left.size * right.size`: `*` → `+`",
    why: "How much work is allowed is our choice.",
  },
  {
    file: "heuristics/factored/joint-steps.ts",
    code: "this.meter.spend(joins.reduce((work, { moves }) => work + 20 * (1 + moves.length), 50));",
    shown: "`20 * (1 + moves.length)`: `*` → `+`",
    why: "How much work is allowed is our choice.",
  },
  {
    file: "heuristics/relaxed/costs.ts",
    code: "this.forTuples(chain.reads, choice, 1 + base + extra, (cost) => {",
    shown: "`1 + base + extra`: `+` → `-`",
    why: "Nothing extra is ever asked for.",
  },
];
