// All hunts. A new one is a file beside this one and a line here; its first seeds then run in `npm test`.

import type { Hunt } from "../hunt.ts";
import { answers } from "./answers.ts";
import { circuits } from "./circuits.ts";
import { enginesAgree } from "./engines-agree.ts";
import { estimates } from "./estimates.ts";
import { evidence } from "./evidence.ts";
import { faults } from "./faults.ts";
import { infiniteRuns } from "./infinite-runs.ts";
import { largeConstants } from "./large-constants.ts";
import { mutants } from "./mutants.ts";
import { mutatedModels } from "./mutated-models.ts";
import { reduction } from "./reduction.ts";
import { relaxedEstimates } from "./relaxed-estimates.ts";
import { searches } from "./searches.ts";

export const HUNTS: readonly Hunt[] = [
  enginesAgree,
  answers,
  faults,
  infiniteRuns,
  mutatedModels,
  estimates,
  reduction,
  relaxedEstimates,
  circuits,
  searches,
  evidence,
  largeConstants,
  ...mutants,
];
