// The simulator where the terminal allows it: the whole screen, drawn anew after each key. Keys become moves of an
// excursion; what is typed is a command, as in the plain simulator.

import {
  type ConcreteOption,
  hasDelay,
  intervalsText,
  Prng,
  parseRational,
  pickNear,
  type Simulator,
  traceStory,
} from "@tracehound/core";
import type { Context } from "../context.ts";
import { type Keyboard, RESIZED } from "../keyboard.ts";
import { Excursion } from "./excursion.ts";
import { HELP } from "./help.ts";
import { render, type Size, whyNotNow } from "./screen.ts";
import { faultText, stateText } from "./text.ts";
import { readRun, writeRun } from "./trace-file.ts";

/** Random steps at a time: nothing is drawn meanwhile. */
const MOST_RANDOM = 1000;

/** Lines that a key scrolls by. */
const PAGE = 8;
const [PAGE_UP, PAGE_DOWN] = ["\x1b[5~", "\x1b[6~"] as const;

const ENTER_SCREEN = "\x1b[?1049h\x1b[?25l";
const LEAVE_SCREEN = "\x1b[?25h\x1b[?1049l";

export async function simulateFullScreen(
  simulator: Simulator,
  model: string,
  { keys, size }: Keyboard,
  context: Context,
  { trace, seed = 1 }: { readonly trace?: string; readonly seed?: number },
): Promise<void> {
  const view = new FullScreen(simulator, new Prng(seed), model, context);
  if (trace !== undefined) await view.open(trace);
  context.out(ENTER_SCREEN);
  try {
    view.draw(size());
    for await (const key of keys()) {
      if (!(await view.press(key))) break;
      view.draw(size());
    }
  } finally {
    context.out(LEAVE_SCREEN);
  }
}

class FullScreen {
  private readonly excursion: Excursion;
  private readonly prng: Prng;
  private readonly model: string;
  private readonly context: Context;
  private options: readonly ConcreteOption[];
  private selected = 0;
  private typed = "";
  private message = "";
  private scrolled = 0;

  constructor(simulator: Simulator, prng: Prng, model: string, context: Context) {
    this.excursion = new Excursion(simulator);
    this.prng = prng;
    this.model = model;
    this.context = context;
    this.options = simulator.options();
  }

  draw(size: Size): void {
    const { simulator, position } = this.excursion;
    const { model, options, selected, message, typed, scrolled } = this;
    const view = { model, simulator, options, selected, position, message, typed, scrolled };
    const lines = render(view, size, this.context.colours.out, !this.context.unicode);
    this.context.out(`\x1b[H${lines.map((line) => `${line}\x1b[K`).join("\r\n")}\x1b[J`);
  }

  /** False: quit. */
  async press(key: string): Promise<boolean> {
    if (key === RESIZED) return true;
    if (key === PAGE_UP || key === PAGE_DOWN) {
      this.scrolled = Math.max(0, this.scrolled + (key === PAGE_UP ? -PAGE : PAGE));
      return true;
    }
    this.message = "";
    this.scrolled = 0;
    switch (key) {
      case "\x03":
      case "\x04":
        return false;
      case "\x1b[A":
        this.selected = Math.max(0, this.selected - 1);
        return true;
      case "\x1b[B":
        this.selected = Math.min(Math.max(0, this.options.length - 1), this.selected + 1);
        return true;
      case "\x1b[D":
        return this.moved(this.excursion.back(), "this is the start");
      case "\x1b[C":
        return this.moved(this.excursion.forward(), "this is the end of the branch");
      case "\t":
        return this.moved(this.excursion.nextBranch(), "there is no other branch: go back and take another option");
      case "\x7f":
      case "\b":
        this.typed = this.typed.slice(0, -1);
        return true;
      case "\x1b":
        this.typed = "";
        return true;
      case "\r":
      case "\n": {
        const line = this.typed.trim();
        this.typed = "";
        return line === "" ? this.take(this.selected) : this.obey(line);
      }
      default:
        if (key === "q" && this.typed === "") return false;
        if (key === "?" && this.typed === "") return this.told(HELP);
        if (key >= " ") this.typed += key;
        return true;
    }
  }

  /** A command that was typed; false: quit. */
  async obey(line: string): Promise<boolean> {
    const [word = "", ...rest] = line.split(/\s+/);
    const argument = rest.join(" ");
    try {
      if (word === "q") return false;
      if (/^\d+$/.test(word)) return this.take(Number(word) - 1, argument === "" ? undefined : argument);
      if (word === "d") return this.wait(argument);
      if (word === "r") return this.random(argument);
      if (word === "t") return this.told(await writeRun(this.excursion.simulator, argument, this.model, this.context));
      if (word === "o") return await this.open(argument);
      return this.perform(word, argument);
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error);
    }
    return true;
  }

  private perform(word: string, argument: string): true {
    const { excursion } = this;
    const { simulator } = excursion;
    switch (word) {
      case "u":
        return this.moved(excursion.back(), "this is the start");
      case "f":
        return this.moved(excursion.forward(), "this is the end of the branch");
      case "b":
        return this.moved(excursion.nextBranch(), "there is no other branch: go back and take another option");
      case "w":
        return this.told(whyNotNow(simulator, argument).join("\n"));
      case "s":
        return this.told(stateText(simulator));
      case "l":
        return this.told(traceStory(simulator.network, simulator.trace()));
      case "h":
      case "help":
      case "?":
        return this.told(HELP);
      default:
        return this.told(`there is no command ${word}; ? helps`);
    }
  }

  private random(text: string): true {
    const count = Number(text === "" ? 1 : text);
    if (!Number.isInteger(count) || count < 1 || count > MOST_RANDOM)
      return this.told(`say how many, up to ${MOST_RANDOM}: r 10`);
    for (let step = 0; step < count; step++) {
      if (this.excursion.random(this.prng) !== undefined) continue;
      const [fault] = this.excursion.simulator.faults();
      const { network } = this.excursion.simulator;
      return this.moved(false, fault === undefined ? "nothing can happen any more" : faultText(network, fault));
    }
    return this.moved(true, "");
  }

  private told(message: string): true {
    this.message = message.trimEnd();
    return true;
  }

  private take(index: number, text?: string): true {
    const option = this.options[index];
    if (option === undefined) return this.moved(false, "there is no such option");
    const delay = text === undefined ? pickNear(option.delays[0]!) : parseRational(text);
    if (delay === undefined || !hasDelay(option.delays, delay)) {
      return this.moved(false, `it is possible after ${intervalsText(option.delays)} only`);
    }
    return this.moved(this.excursion.take(option, delay), "it is not possible");
  }

  private wait(text: string): true {
    const delay = parseRational(text);
    if (delay === undefined) return this.moved(false, "say how long: d 5/2");
    return this.moved(this.excursion.wait(delay), "time may not pass that long here");
  }

  async open(path: string): Promise<true> {
    const trace = await readRun(this.excursion.simulator.network, path, this.context);
    return this.moved(this.excursion.load(trace), `${path} was followed as far as it is a run`);
  }

  private moved(ok: boolean, problem: string): true {
    this.options = this.excursion.simulator.options();
    this.selected = Math.min(this.selected, Math.max(0, this.options.length - 1));
    if (!ok) this.message = problem;
    return true;
  }
}
