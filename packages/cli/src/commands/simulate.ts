// `tracehound simulate`: walk through a model step by step, in a terminal or through a pipe.

import {
  type ConcreteOption,
  hiddenObstacleDiagnostic,
  intervalsText,
  LimitReached,
  Prng,
  parseRational,
  pickNear,
  Simulator,
  traceToText,
} from "@tracehound/core";
import { defineCommand } from "../command.ts";
import { type ConstantOptions, declareConstants, oneValuation } from "../constants.ts";
import type { Context } from "../context.ts";
import { BadInput, NotSupported, Unwritten, UsageError } from "../errors.ts";
import { EXIT, type ExitCode, gravest } from "../exit-codes.ts";
import { nonNegativeInteger } from "../options.ts";
import { Excursion } from "../simulate/excursion.ts";
import { simulateFullScreen } from "../simulate/full-screen.ts";
import { HELP } from "../simulate/help.ts";
import { whyNotNow } from "../simulate/screen.ts";
import { changesText, faultText, optionTexts, stateText, takenText, waitingText } from "../simulate/text.ts";
import { readRun, writeRun } from "../simulate/trace-file.ts";

interface Options extends ConstantOptions {
  readonly seed?: number;
  readonly trace?: string;
  readonly plain?: true;
}

export const simulate = defineCommand<Options>({
  name: "simulate",
  summary: "Walks through a model step by step.",
  description:
    "Shows what can happen next, with the delays after which it can, and takes what you choose. On a terminal it fills the " +
    "screen: arrows choose an option, go back and forth, Enter takes it, Tab goes to another branch, and commands can be " +
    "typed. Elsewhere, and with --plain, commands are read line by line.\n\n" +
    HELP,
  examples: [
    ["tracehound simulate model.xml", "by hand"],
    ["tracehound simulate model.xml --trace run.json", "from the end of a trace; go back and take another way"],
    ["printf 'r 20\\nt run.json\\n' | tracehound simulate model.xml --seed 7", "twenty random steps, kept as a trace"],
  ],
  declare: (command) =>
    declareConstants(command)
      .argument("<model>", "the model")
      .option("--trace <file>", "follow a trace (.json or .xtr) first")
      .option("--plain", "line by line, also on a terminal")
      .option("--seed <n>", "seed of random steps (default: 1)", nonNegativeInteger),
  async run([path], options, context) {
    context.constants = oneValuation(options);
    const { network, sources } = await context.loadModel(path!);
    const hidden = hiddenObstacleDiagnostic(network);
    if (hidden !== undefined) throw new NotSupported([hidden], sources);
    const simulator = context.budget().during(() => Simulator.create(network));
    if (simulator === undefined) throw new BadInput(`${path} has no initial state that satisfies its invariants`);
    if (context.keyboard !== undefined && !options.plain) {
      await simulateFullScreen(simulator, path!, context.keyboard, context, options);
      return EXIT.satisfied;
    }
    const walk = new Walk(simulator, new Prng(options.seed ?? 1), path!, context);
    context.say(`${stateText(simulator)}\n`);
    context.signal.addEventListener("abort", () => walk.say("q quits, and so does Ctrl-C once more\n"), { once: true });
    await context.listening();
    // Whoever names a trace that is none hears of it as `replay` says it: by the exit code, too.
    if (options.trace === undefined) await walk.obey("");
    else await walk.open(options.trace);
    for await (const line of context.lines()) {
      if (!(await walk.obey(line.trim()))) break;
    }
    return walk.code;
  },
});

/** Random steps between two moments at which what happened is written. */
const AT_ONCE = 64;

function problemOf(error: unknown): string {
  if (error instanceof LimitReached) return error.because === "memory" ? "there is not enough memory" : "interrupted";
  if (error instanceof UsageError && error.hint !== undefined) return `${error.message}: ${error.hint}`;
  return error instanceof Error ? error.message : String(error);
}

class Walk {
  private readonly excursion: Excursion;
  private readonly prng: Prng;
  private readonly model: string;
  private readonly context: Context;
  private options: readonly ConcreteOption[] = [];
  /** Grave when a trace was to be written that could not be. */
  code: ExitCode = EXIT.satisfied;

  constructor(simulator: Simulator, prng: Prng, model: string, context: Context) {
    this.excursion = new Excursion(simulator);
    this.prng = prng;
    this.model = model;
    this.context = context;
  }

  private get simulator(): Simulator {
    return this.excursion.simulator;
  }

  /** What can happen now; the numbers are those of `obey`. */
  offer(): void {
    const { network } = this.simulator;
    const { bold } = this.context.colours.out;
    this.options = this.simulator.options();
    for (const [index, [first, ...more]] of optionTexts(this.simulator, this.options).entries()) {
      this.context.say(`${bold(String(index + 1).padStart(4))}  ${first}\n`);
      for (const line of more) this.context.say(`      ${line}\n`);
    }
    const waiting = waitingText(this.simulator);
    const faults = this.simulator.faults();
    for (const fault of faults) this.context.say(`      ${faultText(network, fault)}\n`);
    const stuck = this.options.length === 0 && faults.length === 0 ? ["nothing can happen"] : [];
    const told = [...stuck, ...(waiting === undefined ? [] : [waiting])].join("; ");
    if (told !== "") this.context.say(`      ${told}\n`);
    if (this.context.interactive) this.context.say("> ");
  }

  /** False: quit. */
  async obey(line: string): Promise<boolean> {
    const [word = "", ...rest] = line.split(/\s+/);
    if (word === "q" || word === "quit") return false;
    try {
      await this.perform(word, rest);
    } catch (error) {
      this.say(`${problemOf(error)}\n`);
      // A script that asked for a file hears that there is none.
      if (error instanceof UsageError) this.code = gravest([this.code, EXIT.usage]);
      if (error instanceof Unwritten) this.code = EXIT.unwritten;
    }
    return true;
  }

  /** Whatever fails, or is interrupted by Ctrl-C, has changed nothing or is complete up to some step. */
  private async perform(word: string, rest: readonly string[]): Promise<void> {
    if (word === "t") await this.write(rest.join(" "));
    else if (word === "o") await this.open(rest.join(" "));
    else if (word === "r") await this.random(Number(rest[0] ?? 1));
    else this.context.attempt(() => this.compute(word, rest));
  }

  private compute(word: string, rest: readonly string[]): void {
    const commands: Readonly<Record<string, () => void>> = {
      "": () => this.offer(),
      s: () => this.say(`${stateText(this.simulator)}\n`),
      l: () => this.say(traceToText(this.simulator.network, this.simulator.trace())),
      u: () => this.moved(this.excursion.back() ? undefined : "this is the start"),
      f: () => this.moved(this.excursion.forward() ? undefined : "this is the end of the branch"),
      b: () => this.branch(),
      d: () => this.wait(rest[0]),
      w: () => this.explain(rest.join(" ")),
    };
    if (/^\d+$/.test(word)) this.take(Number(word), rest[0]);
    else if (["h", "help", "?"].includes(word)) this.say(HELP);
    else if (Object.hasOwn(commands, word)) commands[word]!();
    else this.say(`there is no command ${word}; h helps\n`);
  }

  say(text: string): void {
    this.context.say(text);
    if (this.context.interactive) this.context.say("> ");
  }

  /** Tells what changed, or what is wrong. */
  private moved(problem: string | undefined, before = this.simulator.state): void {
    if (problem !== undefined) {
      this.say(`${problem}\n`);
      return;
    }
    this.context.say(`${changesText(this.simulator, before)}\n`);
    this.offer();
  }

  private wait(text: string | undefined): void {
    const delay = parseRational(text ?? "");
    if (delay === undefined) {
      this.say("say how long: d 5/2\n");
      return;
    }
    this.moved(this.excursion.wait(delay) ? undefined : "time may not pass that long here");
  }

  private take(number: number, text: string | undefined): void {
    const option = this.options[number - 1];
    if (option === undefined) {
      this.say(`there is no option ${number}\n`);
      return;
    }
    const delay = text === undefined ? pickNear(option.delays[0]!) : parseRational(text);
    if (delay === undefined) {
      this.say(`${text} is no delay\n`);
      return;
    }
    const before = this.simulator.state;
    const taken = this.excursion.take(option, delay);
    this.moved(taken ? undefined : `option ${number} is possible after ${intervalsText(option.delays)} only`, before);
  }

  /** What was done before Ctrl-C has been said. */
  private async random(count: number): Promise<void> {
    if (!Number.isInteger(count) || count < 1) {
      this.say("say how many: r 10\n");
      return;
    }
    for (let left = count; left > 0; left -= AT_ONCE) {
      if (!this.context.attempt(() => this.randomSteps(Math.min(left, AT_ONCE)))) return;
      await this.context.written();
    }
    this.context.attempt(() => this.offer());
  }

  /** False: it ends here. */
  private randomSteps(count: number): boolean {
    for (let step = 0; step < count; step++) {
      if (!this.randomStep()) return false;
    }
    return true;
  }

  private randomStep(): boolean {
    const { network, state: before } = this.simulator;
    const option = this.excursion.random(this.prng);
    if (option === undefined) {
      const [fault] = this.simulator.faults();
      this.say(fault === undefined ? "nothing can happen any more\n" : `${faultText(network, fault)}\n`);
      return false;
    }
    for (const line of takenText(network, option)) this.context.say(`      ${line}\n`);
    this.context.say(`${changesText(this.simulator, before)}\n`);
    return true;
  }

  private explain(name: string): void {
    const lines = whyNotNow(this.simulator, name);
    this.say(`${lines.map((line) => `      ${line}`).join("\n")}\n`);
  }

  private async write(path: string): Promise<void> {
    this.say(`${await writeRun(this.simulator, path, this.model, this.context)}\n`);
  }

  async open(path: string): Promise<void> {
    const trace = await readRun(this.simulator.network, path, this.context);
    const isRun = this.excursion.load(trace);
    if (!isRun) this.context.say(`${path} was followed as far as it is a run\n`);
    this.arrived();
  }

  private branch(): void {
    if (this.excursion.nextBranch()) this.arrived();
    else this.say("there is no other branch: undo, and take another option\n");
  }

  private arrived(): void {
    const { at, of, branches } = this.excursion.position;
    if (branches > 1) this.context.say(`move ${at} of ${of}, ${branches} branches\n`);
    this.context.say(`${stateText(this.simulator)}\n`);
    this.offer();
  }
}
