export { compileExpression } from "./expression.ts";
export { FunctionTable } from "./function.ts";
export { type Evaluator, Machine, type Runner, STEP_BUDGET } from "./machine.ts";
export { compileClock, compileIndexed, compilePlace } from "./place.ts";
export { compileBlock } from "./statement.ts";
