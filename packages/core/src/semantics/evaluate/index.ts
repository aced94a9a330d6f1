export { compileExpression } from "./expression.ts";
export { FunctionTable } from "./function.ts";
export { type Evaluator, Machine, type Runner } from "./machine.ts";
export { compileClock, compileIndexed } from "./place.ts";
export { compileBlock } from "./statement.ts";
