// Mutants of the sources: a seed chooses a place in a file and one small change there that a test should notice. What is
// changed: comparisons, arithmetic, logic, conditions, constants, statements, and what functions return.

import ts from "typescript";

export interface Mutant {
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  /** `a < b` → `a <= b`. */
  readonly change: string;
}

interface Change {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** Each operator with those that it is mistaken for. */
const MISTAKEN: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["+"],
  "%": ["*"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  "<<": [">>"],
  ">>": ["<<"],
  "&": ["|"],
  "|": ["&"],
};

/** All changes of a file, in the order of their places. */
export function changesOf(name: string, text: string): readonly Change[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const changes: Change[] = [];
  const replace = (node: ts.Node, by: string): void =>
    void changes.push({ from: node.getStart(), to: node.getEnd(), by });
  const visit = (node: ts.Node): void => {
    // Types and imports leave nothing behind that runs; a thrown error is for bugs of ours.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isThrowStatement(node)) return;
    if (ts.isBinaryExpression(node)) {
      for (const by of MISTAKEN[node.operatorToken.getText()] ?? []) replace(node.operatorToken, by);
    }
    if (ts.isNumericLiteral(node)) replace(node, `(${node.getText()} + 1)`);
    if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, "true");
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition;
      replace(condition, `!(${condition.getText()})`);
    }
    if (ts.isExpressionStatement(node) || ts.isContinueStatement(node) || ts.isBreakStatement(node)) {
      if (!/^super\(/.test(node.getText())) replace(node, ";");
    }
    if (ts.isReturnStatement(node) && node.expression !== undefined) replace(node.expression, "undefined as never");
    ts.forEachChild(node, visit);
  };
  visit(file);
  return changes.sort((a, b) => a.from - b.from);
}

/** The mutant that a number below the number of changes stands for. */
export function mutantOf(text: string, { from, to, by }: Change): Mutant {
  const line = text.slice(0, from).split("\n").length;
  return { text: text.slice(0, from) + by + text.slice(to), line, change: `\`${text.slice(from, to)}\` → \`${by}\`` };
}
