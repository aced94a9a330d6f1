// All hunts. A new one is a file beside this one and a line here; its first seeds then run in `npm test`.

import type { Claim, Hunt } from "../hunt.ts";
import { abstractProofs } from "./abstract-proofs.ts";
import { answers } from "./answers.ts";
import { bestSets } from "./best-sets.ts";
import { c2c } from "./c2c.ts";
import { circuits } from "./circuits.ts";
import { closedForms } from "./closed-forms.ts";
import { coverage } from "./coverage.ts";
import { diagramProofs } from "./diagram-proofs.ts";
import { diagrams, digitalClocks } from "./diagrams.ts";
import { disk } from "./disk.ts";
import { emersonLei } from "./emerson-lei.ts";
import { enginesAgree } from "./engines-agree.ts";
import { estimates } from "./estimates.ts";
import { eventPoints } from "./event-points.ts";
import { evidence } from "./evidence.ts";
import { extremes } from "./extremes.ts";
import { fairLassos } from "./fair-lassos.ts";
import { faults } from "./faults.ts";
import { idioms } from "./idioms.ts";
import { infiniteRuns } from "./infinite-runs.ts";
import { interruptions } from "./interruptions.ts";
import { jobs } from "./jobs.ts";
import { joined } from "./joined.ts";
import { kills } from "./kills.ts";
import { largeConstants } from "./large-constants.ts";
import { muntaDamage } from "./munta-damage.ts";
import { muntaExports } from "./munta-exports.ts";
import { mutants } from "./mutants.ts";
import { mutatedModels, mutatedSets } from "./mutated-models.ts";
import { pageMonkey } from "./page-monkey.ts";
import { plans } from "./plans.ts";
import { prices } from "./prices.ts";
import { probabilities } from "./probabilities.ts";
import { reducedRuns } from "./reduced-runs.ts";
import { reduction } from "./reduction.ts";
import { relaxedEstimates } from "./relaxed-estimates.ts";
import { saboteurs } from "./saboteurs.ts";
import { searches } from "./searches.ts";
import { setSearches } from "./set-searches.ts";
import { shops } from "./shops.ts";
import { symmetry } from "./symmetry.ts";
import { workers } from "./workers.ts";

const CLAIMS: Readonly<Record<string, Claim>> = {
  "engines-agree": enginesAgree,
  answers,
  faults,
  "infinite-runs": infiniteRuns,
  "mutated-models": mutatedModels,
  "mutated-sets": mutatedSets,
  estimates,
  reduction,
  "reduced-runs": reducedRuns,
  c2c,
  "fair-lassos": fairLassos,
  "relaxed-estimates": relaxedEstimates,
  "best-sets": bestSets,
  circuits,
  idioms,
  searches,
  disk,
  joined,
  evidence,
  "abstract-proofs": abstractProofs,
  "munta-exports": muntaExports,
  "munta-damage": muntaDamage,
  "large-constants": largeConstants,
  "page-monkey": pageMonkey,
  plans,
  shops,
  "event-points": eventPoints,
  prices,
  probabilities,
  extremes,
  "closed-forms": closedForms,
  coverage,
  saboteurs,
  symmetry,
  workers,
  diagrams,
  "diagram-proofs": diagramProofs,
  "emerson-lei": emersonLei,
  "digital-clocks": digitalClocks,
  "set-searches": setSearches,
  interruptions,
  jobs,
  kills,
};

export const HUNTS: readonly Hunt[] = [
  ...Object.entries(CLAIMS).map(([name, claim]) => ({ name, ...claim })),
  ...mutants,
];
