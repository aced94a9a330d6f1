// Words that other languages have for things of this one; whoever declares one may use it as a name.

/** What it is called here. */
export const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ["boolean", "bool"],
  ["integer", "int"],
  ["float", "double"],
  ["True", "true"],
  ["TRUE", "true"],
  ["False", "false"],
  ["FALSE", "false"],
  ["AND", "and"],
  ["OR", "or"],
  ["NOT", "not"],
]);
