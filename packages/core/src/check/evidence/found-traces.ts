// The traces that a search has found so far, and whether it should go on: for a shorter one (`--improve`, searches that
// are anytime by nature) or for others that differ in their actions (`--witnesses`).

import { defined } from "../../basics/defined.ts";
import { type Found, type Improvable, isImprovable, type Search, type SearchConfig } from "../../search/index.ts";
import type { Trace } from "../../trace/index.ts";
import type { CheckOptions } from "../options.ts";
import type { Evidence } from "../verdict.ts";

export class FoundTraces {
  readonly improves: boolean;
  /** The search finds shortest traces first. */
  readonly shortestFirst: boolean;
  private readonly wanted: number;
  private readonly traces = new Map<string, Trace>();
  private sighted: (() => Trace | undefined) | undefined;

  constructor({ improve, witnesses = 1 }: CheckOptions, config: SearchConfig | undefined) {
    this.wanted = witnesses;
    // What finds a shortest trace first cannot be improved.
    this.shortestFirst = config === undefined || (config.promise === "shortest" && config.anytime !== true);
    const best = config === undefined || (config.promise !== "nothing" && config.anytime !== true);
    this.improves = witnesses === 1 && (config?.anytime === true || (improve === true && !best));
  }

  /** True: go on. */
  add(trace: Trace, search: Search): boolean {
    if (this.improves) {
      if (search.found?.cost !== undefined && isImprovable(search)) {
        this.traces.set("", trace);
        search.improve(trace.steps.length);
        return true;
      }
      const known = this.shortest;
      if (known !== undefined && known.steps.length <= trace.steps.length) return true;
      this.traces.clear();
      this.traces.set("", trace);
      if (trace.steps.length === 0 || !isImprovable(search)) return false;
      search.improve(trace.steps.length - 1);
      return true;
    }
    const actions = actionsOf(trace);
    if (!this.traces.has(actions)) this.traces.set(actions, trace);
    // A trace that goes on behind a target says nothing new.
    search.turnBack();
    return this.traces.size < this.wanted;
  }

  /**
   * A shorter trace than all before, to be timed only if nothing shorter follows: timing can take longer than the
   * search. True: go on.
   */
  sight({ length }: Found, trace: () => Trace | undefined, search: Search): boolean {
    this.sighted = trace;
    // Whoever does not stop after the first can be improved.
    (search as Improvable).improve(length - 1);
    return length > 0;
  }

  /** Times what was sighted last. */
  settle(): Evidence & { readonly kind: "trace" } {
    const trace = this.sighted?.();
    if (trace !== undefined) this.traces.set("", trace);
    return this.evidence!;
  }

  /** Are more traces wanted than were found? */
  get wantsMore(): boolean {
    return this.wanted > 1 && this.traces.size < this.wanted;
  }

  /** The shortest first. */
  get evidence(): (Evidence & { readonly kind: "trace" }) | undefined {
    const [trace, ...others] = [...this.traces.values()].sort((a, b) => a.steps.length - b.steps.length);
    if (trace === undefined) return undefined;
    return { kind: "trace", trace, ...defined({ others: this.wanted === 1 ? undefined : others }) };
  }

  private get shortest(): Trace | undefined {
    return this.traces.get("");
  }
}

/** Who does what, in which order; not when. */
export function actionsOf({ steps }: Trace): string {
  return steps
    .map(({ transition }) => transition.edges.map(({ edge, select }) => [edge, ...select].join(".")).join("+"))
    .join(" ");
}
