// Where a random run is: locations, data, clocks with their slopes, and the time. Memory is allocated once; a run
// begins with the stream of its number and takes nothing from other runs.

import type { Network } from "../network/index.ts";
import type { SampledLocation, StochasticModel } from "./model.ts";
import { RealMachine } from "./real-machine.ts";
import { type Motion, Window } from "./window.ts";

export class RaceState implements Motion {
  readonly model: StochasticModel;
  readonly network: Network;
  readonly machine: RealMachine;
  readonly locations: Int32Array;
  readonly slopes: Float64Array;
  readonly changing: Uint8Array;
  time = 0;
  /** Joint steps so far, and tries since time has passed. */
  steps = 0;
  stepsAtMoment = 0;
  /** Does some slope change while time passes? */
  isCurved = false;
  /** A general invariant was about to be left: the process must move now. */
  readonly cornered: Uint8Array;

  /** Was the bound that was asked for last a strict one, still to come? */
  isBoundOpen = false;
  private readonly window = new Window();
  private readonly startClocks: Float64Array;
  private readonly savedCells: Float64Array;
  private readonly savedClocks: Float64Array;
  private readonly savedLocations: Int32Array;

  constructor(model: StochasticModel) {
    const { network } = model;
    const processes = network.processes.length;
    const clocks = network.clocks.length;
    this.model = model;
    this.network = network;
    this.machine = new RealMachine(network.cells, clocks);
    this.locations = new Int32Array(processes);
    this.machine.locations = this.locations;
    this.slopes = new Float64Array(clocks).fill(1);
    this.changing = new Uint8Array(clocks);
    this.cornered = new Uint8Array(processes);
    this.startClocks = new Float64Array(clocks);
    this.savedCells = new Float64Array(network.cells);
    this.savedClocks = new Float64Array(clocks);
    this.savedLocations = new Int32Array(processes);
  }

  /** Puts the initial state in place; draws come from the stream of that run. */
  begin(seed: number, run: number): void {
    const { machine, network, locations } = this;
    machine.memory.set(network.initialValues);
    for (let i = 0; i < network.clocks.length; i++) machine.clocks[i] = network.clocks[i]!.initial;
    for (let p = 0; p < locations.length; p++) locations[p] = network.processes[p]!.initial[0]!;
    machine.stream.begin(seed, run);
    this.time = 0;
    this.steps = 0;
    this.stepsAtMoment = 0;
    this.cornered.fill(0);
    machine.beginStep();
    this.setSlopes();
  }

  placeOf(process: number): SampledLocation {
    return this.model.places[process]![this.locations[process]!]!;
  }

  nameOf(process: number): string {
    return `${this.network.processes[process]!.name}.${this.placeOf(process).location.name}`;
  }

  /** Slopes in this state; those that depend on clocks are what they are now. */
  setSlopes(): void {
    if (!this.model.hasRates) return;
    const { slopes, changing, machine } = this;
    slopes.fill(1);
    changing.fill(0);
    this.isCurved = false;
    for (let p = 0; p < this.locations.length; p++) {
      const place = this.placeOf(p);
      if (place.rates.length === 0) continue;
      machine.openFrame(place.frameSize);
      for (let i = 0; i < place.rates.length; i++) place.rates[i]!(machine, slopes);
      for (let i = 0; i < place.changing.length; i++) {
        place.changing[i]!(machine, changing);
        this.isCurved = true;
      }
    }
  }

  /** How long the invariant of its location lets the process stay. */
  boundOf(process: number): number {
    this.isBoundOpen = false;
    const place = this.placeOf(process);
    if (place.invariant.length === 0) return Number.POSITIVE_INFINITY;
    if (this.cornered[process] === 1) return 0;
    const { window, machine } = this;
    window.reset();
    machine.openFrame(place.frameSize);
    for (let i = 0; i < place.invariant.length; i++) if (!place.invariant[i]!(machine, this, window)) return 0;
    this.isBoundOpen = window.highOpen && window.high > 0;
    return Math.max(0, window.high);
  }

  /** Looks at the state as it will be after a delay along straight lines. */
  after(delay: number, look: () => void): void {
    const { clocks } = this.machine;
    this.startClocks.set(clocks);
    for (let i = 0; i < clocks.length; i++) clocks[i] = clocks[i]! + this.slopes[i]! * delay;
    look();
    clocks.set(this.startClocks);
  }

  /** Lets time pass along straight lines. */
  advance(delay: number): void {
    if (delay <= 0) return;
    const { clocks } = this.machine;
    const { slopes } = this;
    for (let i = 0; i < clocks.length; i++) clocks[i] = clocks[i]! + slopes[i]! * delay;
    this.time += delay;
    this.stepsAtMoment = 0;
  }

  invariantsHold(): boolean {
    const { machine, window } = this;
    for (let p = 0; p < this.locations.length; p++) {
      const place = this.placeOf(p);
      if (place.invariant.length === 0) continue;
      window.reset();
      machine.openFrame(place.frameSize);
      for (let i = 0; i < place.invariant.length; i++) {
        if (!place.invariant[i]!(machine, this, window) || window.low > 0 || window.high < 0) return false;
      }
    }
    return true;
  }

  save(): void {
    this.savedCells.set(this.machine.memory.subarray(0, this.network.cells));
    this.savedClocks.set(this.machine.clocks);
    this.savedLocations.set(this.locations);
  }

  restore(): void {
    this.machine.memory.set(this.savedCells);
    this.machine.clocks.set(this.savedClocks);
    this.locations.set(this.savedLocations);
  }
}
