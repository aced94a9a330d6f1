// How a search closes in on its target, as a matrix: how far a state is from the start (g) across, how far it seems to
// be from the target (h) down, and in each cell how many states were expanded there (Edelkamp et al. 2008, figure 5,
// come alive). Searches that go by no estimate are watched with one all the same, on a sample.

import { defined } from "../basics/defined.ts";
import type { SearchProbe, WatchedSearch } from "../check/index.ts";
import type { Engine, StateId } from "../engine/engine.ts";
import { type Heuristic, heuristics } from "../heuristics/index.ts";
import { configure } from "../spec/index.ts";
import { namedCourse, type SetsSample } from "./sets.ts";

export interface HuntSample {
  readonly spec: string;
  /** What the estimate of the picture is called, and whether the search goes by it. */
  readonly estimate: string;
  readonly guided: boolean;
  readonly explored: number;
  readonly matrix: HuntMatrix;
  /** The best estimate so far, by states explored; thinned out. */
  readonly best: readonly { readonly explored: number; readonly value: number }[];
  /** Of a search by decision diagrams: its sets, once for every reading of the model, the latest last. */
  readonly sets?: readonly SetsSample[];
}

export interface HuntMatrix {
  readonly columns: number;
  /** The last row holds states from which no way to the target was seen. */
  readonly rows: number;
  /** How many values of g share a column, and of h a row. */
  readonly gPerColumn: number;
  readonly hPerRow: number;
  /** Row by row: all states so far, and those since the sample before. */
  readonly total: Uint32Array;
  readonly recent: Uint32Array;
}

const COLUMNS = 96;
const ROWS = 40;
const MOST_BEST = 200;
/** The estimate for searches that have none, and the share of their states that is estimated by it. */
const SPECTATOR = "hU()";

export class HuntRecorder {
  private readonly search: WatchedSearch;
  private gPerColumn = 1;
  private hPerRow = 1;
  private total = new Uint32Array(COLUMNS * (ROWS + 1));
  private recent = new Uint32Array(COLUMNS * (ROWS + 1));
  private explored = 0;
  private least = Number.POSITIVE_INFINITY;
  private readonly best: { explored: number; value: number }[] = [];
  private spectator: Heuristic | undefined;
  private guided = true;
  /** A blind search is looked at every so many states; looks cost more than its steps. */
  private stride = 1;
  private untilLook = 1;

  constructor(search: WatchedSearch) {
    this.search = search;
  }

  readonly told = (state: StateId, depth: number, engine: Engine): void => {
    this.explored++;
    const own = engine === this.search.engine ? this.search.estimate() : undefined;
    if (own !== undefined) {
      this.add(depth, own(state), 1);
      return;
    }
    if (--this.untilLook > 0) return;
    this.guided = false;
    this.spectator ??= this.makeSpectator();
    const { locations, cells } = engine.view(state);
    const view = { locations: Int32Array.from(locations), cells: Int32Array.from(cells) };
    this.add(depth, this.spectator?.estimate(view) ?? 0, this.stride);
    if (this.explored > 64 * this.stride) this.stride *= 2;
    this.untilLook = this.stride;
  };

  private makeSpectator(): Heuristic | undefined {
    const config = configure(heuristics, SPECTATOR);
    return config.ok && config.value.refusal?.(this.search.problem) === undefined
      ? config.value.create(this.search.problem)
      : undefined;
  }

  private add(g: number, h: number, weight: number): void {
    if (h < this.least) {
      this.least = h;
      this.best.push({ explored: this.explored, value: h });
      if (this.best.length > MOST_BEST) this.best.splice(1, 1);
    }
    while (g / this.gPerColumn >= COLUMNS) this.fold(2, 1);
    while (Number.isFinite(h) && h / this.hPerRow >= ROWS) this.fold(1, 2);
    const row = Number.isFinite(h) ? Math.floor(h / this.hPerRow) : ROWS;
    const cell = row * COLUMNS + Math.floor(g / this.gPerColumn);
    this.total[cell]! += weight;
    this.recent[cell]! += weight;
  }

  /** Neighbours become one cell, so that the matrix never grows. */
  private fold(across: number, down: number): void {
    this.gPerColumn *= across;
    this.hPerRow *= down;
    const folded = (old: Uint32Array): Uint32Array<ArrayBuffer> => {
      const made = new Uint32Array(old.length);
      for (let row = 0; row <= ROWS; row++) {
        const to = row === ROWS ? ROWS : Math.floor(row / down);
        for (let column = 0; column < COLUMNS; column++) {
          made[to * COLUMNS + Math.floor(column / across)]! += old[row * COLUMNS + column]!;
        }
      }
      return made;
    };
    this.total = folded(this.total);
    this.recent = folded(this.recent);
  }

  /** What there is to see now; what is recent begins anew. */
  sample(): HuntSample {
    const matrix = {
      columns: COLUMNS,
      rows: ROWS + 1,
      gPerColumn: this.gPerColumn,
      hPerRow: this.hPerRow,
      total: this.total.slice(),
      recent: this.recent,
    };
    this.recent = new Uint32Array(this.recent.length);
    const { spec, problem } = this.search;
    const sets = this.search.sets?.().map((course) => namedCourse(problem.network, course));
    const estimate = this.guided ? "the search's own estimate" : SPECTATOR;
    const explored = Math.max(this.explored, this.search.explored());
    return { spec, estimate, guided: this.guided, explored, matrix, best: [...this.best], ...defined({ sets }) };
  }
}

/** Records every search of a check. */
export class HuntProbe implements SearchProbe {
  readonly recorders: HuntRecorder[] = [];

  watch(search: WatchedSearch): HuntRecorder["told"] {
    const recorder = new HuntRecorder(search);
    this.recorders.push(recorder);
    return recorder.told;
  }
}
