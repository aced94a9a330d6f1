// What a network means: concrete and symbolic states, zones, engines that store them; runs that are timed, replayed,
// written; proofs.

export * from "../certificate/index.ts";
export type { AbstractionName, EngineFault, StateId } from "../engine/index.ts";
export {
  type ConcreteFault,
  type ConcreteOption,
  type ConcreteSemantics,
  type ConcreteState,
  createConcreteSemantics,
  createSymbolicSemantics,
  hasDelay,
  type IntervalSet,
  type JointTransition,
  ModelFault,
  type SymbolicState,
  sameTransition,
  WhyNotExplainer,
  whyNot,
} from "../semantics/index.ts";
export * from "../simulate/simulator.ts";
export * from "../trace/index.ts";
export {
  compare,
  type Interval,
  minus,
  parseRational,
  plus,
  type Rational,
  rational,
  rationalToString,
  toNumber,
  ZERO,
  zoneToMatrix,
  zoneToString,
} from "../zone/index.ts";
