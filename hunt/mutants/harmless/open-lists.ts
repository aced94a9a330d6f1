import type { Judgement } from "./judgement.ts";

export const OPEN_LISTS: readonly Judgement[] = [
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
    file: "open-lists/beam-by-beam.ts",
    code: "while (this.layers.length > 0 && this.layers.at(-1)!.size === 0) this.layers.pop();",
    shown: "`0` → `(0 + 1)`",
    why: "An empty last layer that stays changes no order.",
  },
];
