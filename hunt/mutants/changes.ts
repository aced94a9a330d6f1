// Small changes of a source file that a test should notice: comparisons, arithmetic, logic, conditions, constants,
// statements, and what functions return. `schemata` writes all of them into one program, in which a number chooses the
// one that is made: so a folder is bundled once, not once per mutant (Untch, Offutt and Harrold 1993).

import ts from "typescript";

export interface Change {
  /** Counted from 1. */
  readonly line: number;
  /** The line as it stands in the file. */
  readonly code: string;
  /** `a < b`: `<` → `<=`. */
  readonly shown: string;
}

interface Place extends Change {
  readonly node: ts.Node;
  /** What stands instead of the node; undefined where a statement is left out. */
  readonly by: string | undefined;
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

const MISTAKEN_METHODS = new Map([
  ["some", "every"],
  ["every", "some"],
  ["min", "max"],
  ["max", "min"],
]);

/** All changes of a file, in the order of their places. */
export function changesOf(name: string, text: string): readonly Change[] {
  return placesOf(parse(name, text));
}

/** The file with all its changes; `chosen(n)` is the text of a condition that holds when the n-th is to be made. */
export function schemata(name: string, text: string, chosen: (change: number) => string): string {
  const file = parse(name, text);
  const changes = new Map<ts.Node, { readonly number: number; readonly by: string | undefined }[]>();
  for (const [number, { node, by }] of placesOf(file).entries()) {
    changes.set(node, [...(changes.get(node) ?? []), { number, by }]);
  }
  const write = (node: ts.Node): string => {
    let inner = "";
    let at = node.getStart(file);
    node.forEachChild((child) => {
      inner += text.slice(at, child.getStart(file)) + write(child);
      at = child.getEnd();
    });
    inner += text.slice(at, node.getEnd());
    for (const { number, by } of changes.get(node) ?? []) {
      inner = by === undefined ? `{ if (!(${chosen(number)})) ${inner} }` : `(${chosen(number)} ? ${by} : (${inner}))`;
    }
    return inner;
  };
  return write(file);
}

function parse(name: string, text: string): ts.SourceFile {
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
}

function placesOf(file: ts.SourceFile): readonly Place[] {
  const places: Place[] = [];
  const lines = file.text.split("\n");
  const add = (node: ts.Node, by: string | undefined, shown: string, at: ts.Node): void => {
    const { line } = file.getLineAndCharacterOfPosition(at.getStart(file));
    places.push({ node, by, line: line + 1, code: lines[line]!.trim(), shown });
  };
  const replace = (node: ts.Node, by: string, shown = `\`${node.getText(file)}\` → \`${by}\``, at = node): void =>
    add(node, by, shown, at);
  const visit = (node: ts.Node): void => {
    // Types and imports leave nothing behind that runs; a thrown error is for bugs of ours.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isThrowStatement(node)) return;
    if (ts.isBinaryExpression(node)) {
      const { left, right, operatorToken } = node;
      for (const by of MISTAKEN[operatorToken.getText(file)] ?? []) {
        const shown = `\`${node.getText(file)}\`: \`${operatorToken.getText(file)}\` → \`${by}\``;
        replace(node, `((${left.getText(file)}) ${by} (${right.getText(file)}))`, shown, operatorToken);
      }
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression;
      const by = MISTAKEN_METHODS.get(name.text);
      if (by !== undefined) {
        const after = file.text.slice(name.getEnd(), node.getEnd());
        const before = file.text.slice(expression.getStart(file), name.getStart(file));
        replace(node, before + by + after, `\`${node.getText(file)}\`: \`${name.text}\` → \`${by}\``, name);
      }
    }
    if (ts.isNumericLiteral(node) && !isName(node)) replace(node, `(${node.getText(file)} + 1)`);
    if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, "true");
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition;
      replace(condition, `!(${condition.getText(file)})`);
    }
    if (ts.isExpressionStatement(node) || ts.isContinueStatement(node) || ts.isBreakStatement(node)) {
      if (!/^super\(/.test(node.getText(file))) {
        add(node, undefined, `\`${node.getText(file)}\` left out`, node);
      }
    }
    // Instead of `false` nothing is as good, and it becomes `true` above.
    const returned = ts.isReturnStatement(node) ? node.expression?.getText(file) : undefined;
    if (ts.isReturnStatement(node) && returned !== undefined && returned !== "undefined" && returned !== "false") {
      replace(node.expression!, "undefined", `\`${node.getText(file)}\` → \`return undefined\``);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return places.sort((a, b) => a.node.getStart(file) - b.node.getStart(file));
}

function isName(literal: ts.NumericLiteral): boolean {
  const { parent } = literal;
  return (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) && parent.name === literal;
}
