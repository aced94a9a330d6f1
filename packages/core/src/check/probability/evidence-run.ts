// A search for evidence as something that is run step by step, within limits: it ends when what it has is enough. What
// is shown was computed once more from the evidence alone.

import {
  alongPaths,
  draftOf,
  type EvidenceDraft,
  type EvidenceMethod,
  type EvidencePath,
  type EvidenceSearch,
  evidenceOf,
  type Graph,
  mostProbablePaths,
  type ProbabilisticEvidence,
} from "../../probabilistic/index.ts";
import type { Runnable, SearchStatistics, SearchStatus } from "../../search/index.ts";
import { graphStatistics } from "./exploration.ts";

/** Paths that are kept with a part of the graph. */
const PATHS = 100;

export class EvidenceRun implements Runnable {
  /** The largest mass so far. */
  lower = 0;
  private readonly graph: Graph;
  private readonly search: EvidenceSearch;
  private readonly method: EvidenceMethod;
  private readonly isEnough: (mass: number) => boolean;
  private draft: EvidenceDraft | undefined;

  constructor(graph: Graph, search: EvidenceSearch, method: EvidenceMethod, isEnough: (mass: number) => boolean) {
    this.graph = graph;
    this.search = search;
    this.method = method;
    this.isEnough = isEnough;
  }

  step(): SearchStatus {
    const { search, method } = this;
    const isLeft = search.step();
    if (isLeft && !search.wantsLook(method.shows !== "part" && method.shows.paths === 1)) return "running";
    return (method.shows === "part" ? this.lookAtPart() : this.lookAtPaths(method.shows.paths, !isLeft))
      ? "found"
      : isLeft
        ? "running"
        : "exhausted";
  }

  private lookAtPart(): boolean {
    const part = this.search.look();
    const mass = part.lower[this.search.startOf(part)] ?? 0;
    this.lower = Math.max(this.lower, mass);
    if (!this.isEnough(mass)) return false;
    this.draft = draftOf(this.search, part);
    return true;
  }

  /** No path outside of what was explored is as probable as those that count. */
  private lookAtPaths(most: number, isAll: boolean): boolean {
    const { search } = this;
    const draft = draftOf(search, search.look());
    const { within } = search.sought;
    const paths = mostProbablePaths(draft.isTarget, draft.steps, most).filter(
      ({ probability, steps }) =>
        (isAll || probability >= search.mostBeyond) && (within === undefined || steps.length <= within),
    );
    const chosen: EvidencePath[] = [];
    let mass = 0;
    for (const path of paths) {
      chosen.push(path);
      mass += path.probability * (1 - 2e-15);
      if (this.isEnough(mass)) break;
    }
    this.lower = Math.max(this.lower, mass);
    const isDone = this.isEnough(mass) || chosen.length === most || isAll;
    if (isDone && chosen.length > 0) this.draft = alongPaths(draft, chosen);
    return isDone && chosen.length > 0;
  }

  /** What was found. */
  get evidence(): ProbabilisticEvidence | undefined {
    const { search, draft, method } = this;
    if (draft === undefined) return undefined;
    const paths = method.shows === "part" ? PATHS : method.shows.paths;
    return evidenceOf(search.graph, draft, search.sought, { explored: search.explored.length, paths });
  }

  get statistics(): SearchStatistics {
    const { explored, waiting } = this.search;
    return { ...graphStatistics(this.graph, explored.length + waiting), explored: explored.length };
  }
}
