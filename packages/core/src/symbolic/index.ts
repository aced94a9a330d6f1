// Decision diagrams, as others see them.

export { type Diagram, type Diagrams, EMPTY, type RelationShape, TooDeep, UNIT } from "./diagrams.ts";
export { COMBINATIONS, type EstimateTree } from "./directed/estimate-tree.ts";
export { GuidedLayers, type Hint, processHints } from "./directed/guided-layers.ts";
export { type SetAlgorithm, SetAStar } from "./directed/set-astar.ts";
export { FormulaSets, formulaObstacle } from "./formula-sets.ts";
export { type ListedStates, listedStates } from "./listed-states.ts";
export type { StrictSide } from "./network/clock-reading.ts";
export { comparesClocks } from "./network/digitised-clocks.ts";
export { forceOrder } from "./order.ts";
export { CompiledDiagrams } from "./package/compiled-diagrams.ts";
export { MOST_NODES } from "./package/memory.ts";
export { ORDERS, type Reach, type ReachOrder, reachFrom } from "./reach.ts";
export { faultIn, realFaults } from "./real-faults.ts";
export { NotForDiagrams } from "./refusal.ts";
export { runTo } from "./runs.ts";
export { type SetCourse, SetCourseRecorder } from "./set-course.ts";
export { shapeOf } from "./short-vectors.ts";
export { asNumber, type SetOrder, SymbolicAccount, type SymbolicStatistics } from "./statistics.ts";
export { clocksOf, structureOf } from "./structure.ts";
export { SymbolicSystem } from "./system.ts";
export { Meeting } from "./ways/meeting.ts";
