// Codes of Munta's language, as it is read and as certificates are exported to it.

import type { CodeTable } from "./code-entry.ts";

// biome-ignore format: one code, one line
export const MUNTA_CODES = {
  TH1960: { title: "not a model of Munta's", explanation: "The JSON file lacks something that every `.muntax` file has." },
  TH1961: { title: "syntax error in a .muntax file", explanation: "A guard, update, label or formula is not as Munta writes them." },
  TH2560: { title: "name used twice in a .muntax file", explanation: "Processes, locations, clocks and variables have names and ids of their own." },
  TH2561: { title: "no place to start in a .muntax file", explanation: "There is a process, and the range of every variable contains 0." },
  TH2562: { title: "unknown name in a .muntax file", explanation: "No location, variable or clock is called so." },
  TH3901: { title: "cannot be said in Munta's language", explanation: "The model uses something that Munta's networks have no words for; nothing is approximated." },
  TH3902: { title: "cannot be asked of that checker", explanation: "Munta's checker of certificates decides what cannot be reached, and deadlocks alone; the minimal one, what cannot be reached." },
  TH3903: { title: "too large for an export", explanation: "Tabulating the data of the model, or its certificate, goes beyond a budget." },
  TH3904: { title: "certificate of another kind", explanation: "The certificate is not made of states and zones that are closed under inclusion." },
  TH3905: { title: "Munta's words without ours", explanation: "The model of Munta's uses something that has no meaning here, or breaks a rule of its own." },
} satisfies CodeTable;
