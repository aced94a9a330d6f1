// All hunts. A new one is a file beside this one and a line here; its first seeds then run in `npm test`.

import type { Hunt } from "../hunt.ts";
import { answers } from "./answers.ts";
import { enginesAgree } from "./engines-agree.ts";
import { estimates } from "./estimates.ts";
import { evidence } from "./evidence.ts";
import { searches } from "./searches.ts";

export const HUNTS: readonly Hunt[] = [enginesAgree, answers, estimates, searches, evidence];
