// Random models with interchangeable processes, as text: names by scalar sets or by integers, owners, flags, queues of
// names, channels by name, broadcasts, clocks; and now and then something that tells one of them apart.

import { type Choices, Dice } from "./choices.ts";

export interface SymmetricModel {
  readonly xta: string;
  readonly queries: readonly string[];
}

export function randomSymmetricModel(choices: Choices): SymmetricModel {
  const { below } = choices;
  const dice = new Dice(choices);
  const chance = (share: number): boolean => dice.chance(100 * share);
  const pick = <T>(items: readonly T[]): T => dice.one(items);
  const units = 2 + below(3);
  const isScalar = chance(0.5);
  const name = isScalar ? `scalar[${units}]` : `int[0, ${units - 1}]`;
  const places = ["a", "b", "c", "d"].slice(0, 2 + below(3));
  const isTimed = chance(0.6);
  const bound = (): number => below(4);
  const breaks = !isScalar && chance(0.3);
  const guards = [
    "owner == me",
    "owner != me",
    "!flag[me]",
    "flag[me]",
    "count < 2",
    "len == 0",
    "len > 0 && queue[0] == me",
    "forall (k : id_t) !flag[k]",
    "(exists (k : id_t) k != me && flag[k])",
    "(sum (k : id_t) flag[k]) <= 1",
    "best() == me",
    "mine <= 1",
    ...(isTimed ? [`x >= ${bound()}`, `x <= ${bound() + 1}`, `x > ${bound()}`, "forall (k : id_t) t[k] >= 1"] : []),
    ...(breaks ? ["me != 0", `count >= me`, "me == 1", "owner == 0"] : []),
  ];
  const updates = [
    "owner = me",
    "flag[me] = true",
    "flag[me] = false",
    "count = (count + 1) % 3",
    "push(me)",
    "pop()",
    "mine = (mine + 1) % 3",
    "clear()",
    "peer = owner",
    "owner = peer",
    ...(isTimed ? ["x = 0", "t[me] = 0", "x = 1"] : []),
    ...(breaks ? ["count = me % 3", "owner = 1"] : []),
  ];
  const syncs = ["go[me]!", "go[me]?", "go[owner]!", "all!", "all?", "met!", "met?"];
  const many = <T>(from: readonly T[], most: number): T[] => Array.from({ length: below(most + 1) }, () => pick(from));
  const edges = Array.from({ length: 3 + below(5) }, () => {
    const other = chance(0.25);
    const guard = [...many(guards, 2), ...(other ? ["o != me"] : [])].join(" && ");
    const sync = chance(0.4) ? (other && chance(0.5) ? "go[o]!" : pick(syncs)) : "";
    const update = [...many(updates, 2), ...(other && chance(0.5) ? ["owner = o"] : [])].join(", ");
    const parts = [
      other ? "select o : id_t;" : "",
      guard === "" ? "" : `guard ${guard};`,
      sync === "" ? "" : `sync ${sync};`,
      update === "" ? "" : `assign ${update};`,
    ];
    return `${pick(places)} -> ${pick(places)} { ${parts.join(" ")} }`;
  });
  const invariant = (place: string): string => (isTimed && chance(0.3) ? `${place} { x <= ${bound() + 1} }` : place);
  const urgency = chance(0.3) ? `${pick(["urgent", "commit"])} ${pick(places)};` : "";
  const xta = `typedef ${name} id_t;
id_t owner; bool flag[id_t]; int[0,2] count; id_t queue[2]; int[0,2] len;
chan go[id_t], met; broadcast chan all; ${isTimed ? "clock t[id_t];" : ""}
void push(id_t e) { if (len < 2) { queue[len] = e; len++; } }
void pop() { if (len > 0) { queue[0] = queue[1]; len--; } }
id_t best() { return len > 0 ? queue[len - 1] : owner; }
void clear() { for (i : id_t) { flag[i] = ${pick(["false", "!flag[i]", "i == owner"])}; } }
process P(const id_t me) {
  ${isTimed ? "clock x;" : ""} int[0,2] mine; id_t peer;
  state ${places.map(invariant).join(", ")};
  ${urgency}
  init ${places[0]};
  trans ${edges.join(",\n    ")};
}
system P;
`;
  const at = (): string => pick(places);
  const two = `exists (i : id_t) exists (j : id_t) i != j && P(i).${at()} && P(j).${at()}`;
  const asked = [
    two,
    `exists (i : id_t) P(i).${at()} && flag[i] && owner == i`,
    `forall (i : id_t) P(i).${at()}`,
    `P(0).${at()} && P(1).${at()} && count == ${below(3)}`,
    `exists (i : id_t) P(i).mine == 2 && P(i).peer != owner && len == ${below(3)}`,
    ...(isTimed ? [`exists (i : id_t) P(i).${at()} && P(i).x > ${bound() + 1} && t[i] <= 2`] : []),
    "deadlock",
  ];
  return { xta, queries: [`E<> ${pick(asked)}`, `A[] not (${pick(asked)})`] };
}
