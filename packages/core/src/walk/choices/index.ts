// The rules by which walks choose.

import type { ChoiceRule } from "./choice.ts";
import { ret } from "./ret.ts";
import { rlc } from "./rlc.ts";
import { rlca } from "./rlca.ts";
import { sem } from "./sem.ts";

const rules = { sem, ret, rlc, rlca } as const;

export type ChoiceName = keyof typeof rules;

export const choiceRules: Readonly<Record<ChoiceName, ChoiceRule>> = rules;

/** Their names, in the order of help texts. */
export const CHOICES = Object.keys(rules) as readonly ChoiceName[];
