// Small random models in which the order of statements decides: long updates of a sender and those who receive from
// it, in which one statement reads what the others write: swaps, elements by computed places, indices of channels that
// an update changes. All cells begin with different values, and most statements hand values on, so that one that came
// a wrong way can be told.

import { type Choices, Dice } from "./choices.ts";

export function randomUpdateModel(choices: Choices): string {
  const dice = new Dice(choices);
  const broadcast = dice.chance(60);
  const names = ["R", "T", "U"].slice(0, dice.between(1, 3));
  const lines = [
    "int[0,9] a = 3; int[0,9] b = 4; int[0,9] c = 5; int[0,9] t = 6; int[0,9] f[3] = {7, 8, 9};",
    `int[0,2] i = ${dice.between(0, 2)};`,
    `${broadcast ? "broadcast " : ""}chan go[3];`,
    "void swap(int[0,9] &x, int[0,9] &y) { int[0,9] h = x; x = y; y = h; }",
    process(dice, "S", "!"),
    ...names.map((name) => process(dice, name, "?")),
    `system S, ${names.join(", ")};`,
  ];
  return `${lines.join("\n")}\n`;
}

function process(dice: Dice, name: string, direction: string): string {
  const edges = dice.several(1, 3, () => {
    const select = dice.chance(25);
    const sync = dice.chance(75)
      ? `sync go[${select ? "e" : dice.one(["0", "i", "a % 3", "f[i] % 3"])}]${direction}; `
      : "";
    const guard = dice.chance(30) ? `guard ${value(dice)} ${dice.one(["==", "!=", "<"])} ${value(dice)}; ` : "";
    const updates = dice.several(2, 5, () => statement(dice, select));
    const labels = `${select ? "select e : int[0,2]; " : ""}${guard}${sync}assign ${updates.join(", ")};`;
    return `${dice.one(["k", "l"])} -> ${dice.one(["k", "l", "m"])} { ${labels} }`;
  });
  return `process ${name}() { state k, l, m; init k; trans ${edges.join(",\n  ")}; }`;
}

function statement(dice: Dice, select: boolean): string {
  const handed = `${variable(dice)} = ${value(dice)}`;
  return dice.one([
    ...[handed, handed, handed, handed, handed],
    `${variable(dice)} = (${value(dice)} + ${value(dice)}) % 10`,
    `i = ${select && dice.chance(60) ? "e" : `${value(dice)} % 3`}`,
    `swap(${dice.one(["a", "b"])}, ${dice.one(["c", "t", "f[i]"])})`,
  ]);
}

function variable(dice: Dice): string {
  return dice.one(["a", "b", "c", "t", "t", "f[0]", "f[i]", "f[a % 3]"]);
}

function value(dice: Dice): string {
  return dice.chance(10) ? `${dice.between(0, 3)}` : variable(dice);
}
