// Codes of the PRISM front end: reading models and properties, names and types, what is outside of the language as it
// is read.

import type { CodeTable } from "./code-entry.ts";

// biome-ignore format: one code, one line
export const PRISM_CODES = {
  TH1500: { title: "stray character", explanation: "The character means nothing in PRISM's language." },
  TH1501: { title: "PRISM syntax error", explanation: "Something is missing, or stands where it does not belong." },
  TH1502: { title: "no modules", explanation: "A PRISM model has at least one module." },
  TH2500: { title: "unknown name in PRISM", explanation: "No constant, variable or formula has this name." },
  TH2501: { title: "name declared twice in PRISM", explanation: "Constants, variables, formulas and modules each need a name of their own." },
  TH2502: { title: "wrong type in PRISM", explanation: "An operand or value is of another type: truth, integer or real number." },
  TH2503: { title: "constant without a value", explanation: "An open constant needs a value: `-D NAME=value`." },
  TH2504: { title: "value of another type", explanation: "The value given for a constant is not of its type." },
  TH2505: { title: "circular definition", explanation: "A constant or formula is defined by itself." },
  TH2506: { title: "empty range", explanation: "The lower end of a range lies above the upper one." },
  TH2507: { title: "initial value out of range", explanation: "A variable begins outside of its range." },
  TH2508: { title: "variable of another module", explanation: "A module writes its own variables and, without an action, global ones." },
  TH2509: { title: "variable set twice", explanation: "One update gives two values to a variable." },
  TH2510: { title: "incomplete renaming", explanation: "A copy of a module gives a new name to each of its variables." },
  TH2511: { title: "probabilities do not sum to one", explanation: "The probabilities of a command sum to 1, the rates of a command are not all 0." },
  TH2512: { title: "negative probability or rate", explanation: "Probabilities lie between 0 and 1, rates are not negative." },
  TH2513: { title: "bad arithmetic", explanation: "A function is called with arguments that it has no value for." },
  TH2514: { title: "no initial state in PRISM", explanation: "No state satisfies the condition between `init` and `endinit`." },
  TH2515: { title: "unused definition", explanation: "A value was given for a constant that neither the model nor a property declares." },
  TH2516: { title: "choices resolved uniformly", explanation: "Several commands of a chain are enabled at once: each is as likely as the others." },
  TH2517: { title: "unknown label in PRISM", explanation: "No label or property has this name." },
  TH2518: { title: "unknown rewards", explanation: "No structure of rewards has this name or number." },
  TH2519: { title: "type assumed", explanation: "A model that does not say what it is is taken for an MDP." },
  TH3500: { title: "not supported in PRISM", explanation: "This part of PRISM's language is read by others; here it is refused by name." },
  TH3501: { title: "cannot be compiled to integers", explanation: "A guard or update computes with real numbers over too many values." },
  TH4520: { title: "property that asks nothing", explanation: "A property compares or asks for a probability, a reward or a truth." },
  TH4521: { title: "bad bound of a property", explanation: "Bounds of steps are integers from 0, bounds of time are not negative, probabilities lie between 0 and 1." },
  TH4522: { title: "minimum or maximum is needed", explanation: "In an MDP, `P=?` is asked as `Pmin=?` or `Pmax=?`; chains have neither." },
  TH4523: { title: "bound inside of the interval", explanation: "The value of the property and its bound are too close for a proven answer." },
  TH6500: { title: "bad probabilities in a state", explanation: "In a state that can be reached, probabilities do not sum to one, or one is negative or no number." },
} satisfies CodeTable;
