// `recorded(search)`: lassos by any search for a state, in the product with what was recorded (`recorded-engine.ts`).
// While nothing is recorded, states are estimated by how far the automaton is from accepting and the model from what it
// reads next; then by how far each process and variable is from where it was when the loop began.

import { distancesToLocations, distanceToState } from "../../analysis/distances.ts";
import type { DiscreteView, StateId } from "../../engine/engine.ts";
import type { Heuristic, HeuristicConfig } from "../../heuristics/index.ts";
import { allSets } from "../../ltl/index.ts";
import type { Formula } from "../../network/index.ts";
import { SearchContext } from "../../search-context/index.ts";
import { choice, component } from "../../spec/index.ts";
import type { Found, Search, SearchStatistics, SearchStatus } from "../search.ts";
import { type SearchConfig, searchFamily } from "../search-config.ts";
import { AutomatonMap, Guide } from "./guide.ts";
import type { Lasso } from "./lasso.ts";
import { back, defineLassoSearch, type LassoProblem, type LassoSearch } from "./lasso-search.ts";
import { LassoProduct, type ProductNode } from "./product.ts";
import { isWhole, NOTHING, RecordedEngine, type RecordedView } from "./recorded-engine.ts";
import type { Origin, Roots } from "./roots.ts";

export const recorded = defineLassoSearch({
  name: "recorded",
  summary: "Any search for a state, among nodes that remember where their loop began.",
  params: {
    search: component(() => searchFamily.registry, { doc: "the search" }),
    record: choice(["accepting", "any"], {
      doc: "where loops may begin: at accepting edges, or anywhere, which shortest lassos need",
      default: "accepting",
    }),
    back,
    automaton: choice(["small", "tight"], {
      doc: "of a temporal formula: a small automaton, or a tight one, of which shortest lassos are shortest runs",
      default: "small",
    }),
  },
  examples: [
    "recorded(greedy(hU()))",
    "recorded(bfs, record=any)",
    "recorded(astar(hL()))",
    "recorded(greedy(distance()), back=hamming)",
    "recorded(bfs, record=any, automaton=tight)",
  ],
  traits: ({ record, automaton }) => ({ oneSet: false, shortest: record === "any", tight: automaton === "tight" }),
  create: ({ search, record, back: measure }, problem, roots) =>
    new RecordedSearch(problem, roots, search, record === "any", measure),
});

class RecordedSearch implements LassoSearch {
  private readonly product: LassoProduct;
  private readonly search: Search;
  private readonly fresh: () => RecordedEngine;
  private readonly origins = new Map<ProductNode, Origin>();
  lasso?: Lasso;
  fault?: Roots["fault"];

  constructor(problem: LassoProblem, roots: Roots, config: SearchConfig, any: boolean, measure: Measure) {
    const product = new LassoProduct(problem);
    this.product = product;
    for (let root = roots.next(); typeof root === "object"; root = roots.next()) {
      const { origin } = root;
      product.enter(root.state, product.automaton.initial, (node) => {
        this.origins.set(node, origin);
      });
    }
    const map = new AutomatonMap(product.automaton);
    this.fresh = () => new RecordedEngine(product, map, [...this.origins.keys()], any);
    const context = new LassoContext(this.fresh(), problem, product, this.fresh, measure);
    this.search = config.create(context, (state, engine) => engine.satisfies(state, 0));
  }

  get statistics(): SearchStatistics {
    return this.search.statistics;
  }

  originOf(root: StateId): Origin | undefined {
    for (const [node, origin] of this.origins) if (this.product.stateOf(node) === root) return origin;
    return undefined;
  }

  step(): SearchStatus {
    const status = this.search.step();
    if (status === "found") this.lasso = this.lassoOf(this.search.found!);
    if (status === "fault") {
      const { inner } = this.search.fault!.place!.engine as RecordedEngine;
      this.fault = inner.shift();
      if (this.fault === undefined) return "running";
    }
    return status;
  }

  private lassoOf(found: Found): Lasso {
    const way = this.replay(found.ordinals());
    const { product } = this;
    const last = way.at(-1)!;
    const nodes = way.map(({ node }) => node);
    // The step that records leaves the node that is recorded.
    const loopStart = way.findIndex(({ saved }) => saved !== NOTHING) - 1;
    return {
      kind: last.saved === NOTHING ? product.endOf(last.node)! : "loop",
      origin: this.origins.get(nodes[0]!)!,
      states: nodes.map((node) => product.stateOf(node)),
      automatonStates: nodes.map((node) => product.automatonStateOf(node)),
      ordinals: way.slice(1).map(({ ordinal }) => ordinal),
      ...(last.saved === NOTHING ? {} : { loopStart }),
    };
  }

  private replay(trail: readonly number[]) {
    const engine = this.fresh();
    engine.initial();
    let at = engine.insert(trail[0]!, -1, 0);
    for (const [depth, number] of trail.slice(1).entries()) {
      engine.expand(at);
      at = engine.insert(number, at, -depth - 1);
    }
    return wayTo(engine, at);
  }
}

function wayTo(engine: RecordedEngine, state: StateId) {
  const way = [];
  for (let at = state; at >= 0; at = engine.parentOf(at)) way.push(engine.nodeOf(at));
  return way.reverse();
}

type Measure = "distance" | "hamming";

const ANYTHING: Formula = { kind: "and", parts: [] };

/** Estimates are those of the lasso: what a heuristic is asked for depends on the automaton and on what is recorded. */
class LassoContext extends SearchContext {
  private readonly asked: LassoProblem;
  private readonly measure: Measure;
  private readonly product: LassoProduct;
  private readonly makeFresh: () => RecordedEngine;
  private readonly towards = new Map<ProductNode, (view: DiscreteView) => number>();

  constructor(
    engine: RecordedEngine,
    asked: LassoProblem,
    product: LassoProduct,
    fresh: () => RecordedEngine,
    measure: Measure,
    records?: SearchContext["records"],
  ) {
    const { network, frameSize } = asked;
    super(engine, { network, target: ANYTHING, frameSize }, fresh, records);
    this.asked = asked;
    this.measure = measure;
    this.product = product;
    this.makeFresh = fresh;
  }

  override restarted(): SearchContext {
    return new LassoContext(this.makeFresh(), this.asked, this.product, this.makeFresh, this.measure, this.records);
  }

  protected override create(config: HeuristicConfig): Heuristic {
    const guide = new Guide(this.asked, this.product, config);
    const { admissible } = config.guarantees;
    // Where nothing is promised, a loop that was begun is followed some way before others are.
    const patience = 2 * this.asked.network.processes.length + 4;
    return {
      estimate: (view) => {
        const { recorded } = view as RecordedView;
        const { node, saved } = recorded;
        const state = this.product.automatonStateOf(node);
        const ahead = (): number => Math.max(guide.stepsFrom(state), guide.estimate(state, view));
        if (saved === NOTHING) return ahead() + (admissible ? 1 : patience + guide.border(view));
        const home = this.distanceTo(saved, admissible)(view);
        // Where only fairness is missing, what the automaton reads does not matter.
        return this.isAccepted(recorded.met) ? home : Math.max(home, ahead());
      },
    };
  }

  private isAccepted(met: number): boolean {
    return isWhole({ sets: allSets(this.product.automaton) }, { met, owed: 0 });
  }

  private distanceTo(saved: ProductNode, admissible: boolean): (view: DiscreteView) => number {
    let known = this.towards.get(saved);
    if (known === undefined) {
      const { locations, cells } = this.product.engine.view(this.product.stateOf(saved));
      const goal = { locations: Int32Array.from(locations), cells: Int32Array.from(cells) };
      known = admissible ? farthest(this.asked.network, goal) : distanceToState(this.asked.network, goal, this.measure);
      this.towards.set(saved, known);
    }
    return known;
  }
}

/** A joint step moves several processes, so that only the one that is farthest off is a bound. */
function farthest(network: LassoProblem["network"], { locations }: DiscreteView): (view: DiscreteView) => number {
  const tables = distancesToLocations(network, locations);
  return (view) => tables.reduce((most, table, process) => Math.max(most, table[view.locations[process]!]!), 0);
}
