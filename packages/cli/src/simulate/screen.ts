// The simulator as a picture of characters: a pure function from what is known to lines that fit.

import {
  type ConcreteOption,
  closest,
  hasDelay,
  type Simulator,
  stateToJson,
  WhyNotExplainer,
  ZERO,
} from "@tracehound/core";
import type { Colours } from "../colours.ts";
import { plainText } from "../report/plain.ts";
import { optionTexts, waitingText, whenText } from "./text.ts";

export interface ScreenView {
  readonly model: string;
  readonly simulator: Simulator;
  readonly options: readonly ConcreteOption[];
  readonly selected: number;
  readonly position: { readonly at: number; readonly of: number; readonly branches: number };
  /** What was said last, and what is being typed. */
  readonly message: string;
  readonly typed: string;
  /** Lines of what does not fit (the message, or else the state) that were passed over. */
  readonly scrolled: number;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export const KEYS =
  "arrows: choose, back, forth  Enter: take  Tab: branch  ?: help  q: quit  typed: w  r 5  d 5/2  t FILE";
const BESIDE = 70;

/** `plain`: only characters that every terminal has. */
export function render(view: ScreenView, { columns, rows }: Size, colours: Colours, plain: boolean): string[] {
  const own = plain ? plainText : (text: string): string => text;
  const { bold, dim } = colours;
  const { at, of, branches } = view.position;
  const ahead = of > at ? ` of ${of}` : "";
  const branch = branches > 1 ? `   ${branches} branches` : "";
  const title = `${view.model}   ${whenText(view.simulator)}   move ${at}${ahead}${branch}`;
  const said = wrapped(own(view.message), columns);
  const room = Math.max(1, rows - 8);
  const message = page(said, room, view.scrolled);
  const height = Math.max(1, rows - 3 - message.length);
  const scrolled = said.length > room ? 0 : view.scrolled;
  const choices = choiceLines(view).map(own);
  const chosen = choices.findIndex((line) => line.startsWith(">"));
  const state = stateLines(view.simulator).map(own);
  const left = Math.floor(columns * 0.4);
  const body =
    columns >= BESIDE
      ? beside(page(state, height, scrolled), around(choices, chosen, height), left, columns, height)
      : page([...around(choices, chosen, height), "", ...state], height, scrolled).map((line) => clip(line, columns));
  while (body.length < height) body.push("");
  const marked = body.map((line) => (line.includes("> ") && /(^|\s)> \d/.test(line) ? bold(line) : line));
  return [bold(clip(title, columns)), ...marked, ...message, typedLine(view.typed, columns), dim(clip(KEYS, columns))];
}

function stateLines(simulator: Simulator): string[] {
  const { locations, variables, clocks } = stateToJson(simulator.network, simulator.state);
  const list = (title: string, record: Readonly<Record<string, string | number>>, sign: string): string[] => {
    const entries = Object.entries(record);
    return entries.length === 0 ? [] : [title, ...entries.map(([name, value]) => `  ${name}${sign}${value}`), ""];
  };
  return [
    ...(simulator.network.stochastic === undefined ? list("processes", locations, ".") : []),
    ...list("variables", variables, " = "),
    ...list("clocks", clocks, " = "),
  ].slice(0, -1);
}

function choiceLines({ simulator, options, selected }: ScreenView): string[] {
  const waiting = waitingText(simulator);
  const lines = waiting === undefined ? [] : [waiting, ""];
  for (const [index, [first, ...more]] of optionTexts(simulator, options).entries()) {
    lines.push(`${index === selected ? ">" : " "} ${index + 1}  ${first}`, ...more.map((line) => `     ${line}`));
  }
  if (options.length === 0) lines.push("  nothing can happen");
  const blocked = whyNotLines(simulator, options);
  return blocked.length === 0 ? lines : [...lines, "", "not possible here", ...blocked];
}

/** What keeps edges from being taken now: those that leave where the processes are, or where one of them is. */
export function whyNotNow(simulator: Simulator, process: string): readonly string[] {
  const names = simulator.network.processes.map(({ name }) => name);
  if (process !== "" && !names.includes(process)) {
    const guess = closest(process, names);
    return [`there is no process ${process}${guess === undefined ? "" : `; did you mean ${guess}?`}`];
  }
  const possible = simulator.options().filter(({ delays }) => hasDelay(delays, ZERO));
  const lines = whyNotLines(simulator, possible, process === "" ? undefined : process);
  return lines.length === 0 ? ["everything that could leave from here is possible"] : lines.map((line) => line.trim());
}

/** All but those that the options take. */
function whyNotLines({ network, state }: Simulator, options: readonly ConcreteOption[], process?: string): string[] {
  const offered = new Set(options.flatMap(({ transition }) => transition.edges.map(({ edge }) => edge)));
  const explainer = new WhyNotExplainer(network);
  return network.edges.flatMap(({ process: owner, source, target, id }) => {
    const { name, locations } = network.processes[owner]!;
    if (state.locations[owner] !== source || (process !== undefined && name !== process) || offered.has(id)) return [];
    const how = explainer.explain(state, id).reasons.map(({ sentence }) => sentence);
    return [`  ${name}: ${locations[source]!.name} → ${locations[target]!.name}: ${how.join("; ")}`];
  });
}

function beside(
  left: readonly string[],
  right: readonly string[],
  at: number,
  width: number,
  height: number,
): string[] {
  const lines: string[] = [];
  for (let i = 0; i < Math.min(height, Math.max(left.length, right.length)); i++) {
    const first = clip(left[i] ?? "", at - 2).padEnd(at);
    lines.push((first + clip(right[i] ?? "", width - at)).trimEnd());
  }
  return lines;
}

/** What fits, from a line on, and how much does not. */
function page(lines: readonly string[], most: number, from: number): readonly string[] {
  if (lines.length <= most) return lines;
  const first = Math.min(from, lines.length - most + 1);
  const shown = lines.slice(first, first + most - 1);
  const below = lines.length - first - shown.length;
  const told = [below > 0 ? `${below} more` : "", first > 0 ? `${first} above` : ""].filter((text) => text !== "");
  return [...shown, `(${told.join(", ")}; Page Up, Page Down)`];
}

/** What fits, with the chosen line in it. */
function around(lines: readonly string[], chosen: number, most: number): readonly string[] {
  // What takes part with it stands in the line below.
  const first = Math.max(0, Math.min(chosen + 2 - most, lines.length - most));
  return lines.slice(first, first + most);
}

/** The end of it, where it is too long. */
function typedLine(typed: string, columns: number): string {
  const line = `: ${typed}`;
  return line.length < columns ? line : `: ~${typed.slice(4 - columns)}`;
}

/** Lines that fit, broken between words; at least one. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      if (line !== "" && line.length + 1 + word.length > width) {
        lines.push(line);
        line = `  ${word}`;
      } else line = line === "" ? word : `${line} ${word}`;
    }
    lines.push(clip(line, width));
  }
  return lines;
}

function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}~`;
}
