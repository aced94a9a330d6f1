// One random run, step by step (David et al. 2015): everybody draws (`race.ts`), time passes along lines or curves, the
// winner moves (`winning-step.ts`), and all draw again.

import { probablyZeno, STEPS_WITHOUT_TIME } from "./faults.ts";
import { Integrator, type Seen } from "./integrator.ts";
import type { DrawnEdge, SampledLocation, StochasticModel } from "./model.ts";
import { NOBODY, Race } from "./race.ts";
import { RaceCandidates } from "./race-candidates.ts";
import { RaceState } from "./race-state.ts";
import { EPSILON, Window } from "./window.ts";
import { type TakenEdge, WinningStep } from "./winning-step.ts";

export class RaceStepper extends RaceState {
  private readonly candidates: RaceCandidates;
  private readonly race: Race;
  private readonly move: WinningStep;
  private readonly integrator: Integrator;
  /** An invariant counts as left a little before it is, so that the step that follows finds it intact. */
  private readonly around = new Window(EPSILON / 2);

  /** `step`: of the integration along curves. */
  constructor(model: StochasticModel, step: number) {
    super(model);
    this.candidates = new RaceCandidates(this);
    this.race = new Race(this, this.candidates);
    this.move = new WinningStep(this, this.candidates);
    this.integrator = new Integrator(this, step);
  }

  /** When somebody moves next; infinite: never. */
  get delay(): number {
    return this.race.delay;
  }

  /** The edges of the latest step, from the moment on that somebody asks. */
  get taken(): readonly TakenEdge[] {
    this.move.taken ??= [];
    return this.move.taken;
  }

  /** Who could receive a broadcast in several ways since this was asked last; undefined: nobody. */
  takeSeveralReceivers(): string | undefined {
    const who = this.move.severalReceivers;
    this.move.severalReceivers = undefined;
    return who;
  }

  /** The channel of the latest step; negative: none. */
  get channel(): number {
    return this.move.channel;
  }

  /** Lets everybody draw. */
  propose(): void {
    this.machine.beginStep();
    // Along curves slopes were those of the last piece.
    if (this.isCurved) this.setSlopes();
    this.race.run();
  }

  /** Lets the winner move, after its delay. False: nobody could after all (D5), and all draw again. */
  act(): boolean {
    if (++this.stepsAtMoment > STEPS_WITHOUT_TIME) throw probablyZeno(this.time);
    const { winner, delay } = this.race;
    this.race.arrive();
    if (winner === NOBODY || !this.move.take(winner, delay)) return false;
    this.steps++;
    this.cornered.fill(0);
    return true;
  }

  /**
   * Of a delay along curves: the next piece, straight as far as anybody can tell, as slopes and its length. Less than
   * the rest where something happens on the way that nobody could foretell.
   */
  nextPiece(rest: number): number {
    return this.integrator.piece(rest);
  }

  /** After a piece along curves: is something urgent now, or has an invariant come to its end? Then all draw again. */
  get isInterrupted(): boolean {
    return this.integrator.isInterrupted;
  }

  /**
   * Is an invariant left, an urgent edge enabled, or another that could not be foretold? For the integrator, at the
   * clocks as they are.
   */
  lookAround(): Seen {
    const { locations, machine, around: window } = this;
    let seen: Seen = "nothing";
    for (let p = 0; p < locations.length; p++) {
      const place = this.placeOf(p);
      window.reset();
      machine.openFrame(place.frameSize);
      for (let i = 0; i < place.invariant.length; i++) {
        if (place.invariant[i]!(machine, this, window) || !window.general) continue;
        this.cornered[p] = 1;
        return "left";
      }
      for (let i = 0; i < place.initiating.length; i++) {
        const unit = place.initiating[i]!;
        if (!unit.general || seen === "urgent" || !this.candidates.isGeneralEnabled(unit)) continue;
        seen = this.isUrgent(unit, place) ? "urgent" : "enabled";
      }
    }
    return seen;
  }

  private isUrgent({ channel }: DrawnEdge, { urgent, committed }: SampledLocation): boolean {
    return urgent || committed || (channel !== null && this.network.channels[channel(this.machine)]!.urgent);
  }

  forgetCorners(): void {
    this.cornered.fill(0);
  }
}
