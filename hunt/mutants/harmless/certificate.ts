import type { Judgement } from "./judgement.ts";

export const CERTIFICATE: readonly Judgement[] = [
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
];
