// One trace in a report: its steps to click through, the automata that show where the run stands, and its charts. What
// the script needs to move the marks (locations and edges by step) stands beside it as JSON.

import type { Network } from "../network/index.ts";
import {
  asVariable,
  drawAutomaton,
  drawChart,
  drawGantt,
  drawSeries,
  escaped,
  type ModelPlans,
  type Picture,
  pictureToSvg,
  plannedEdges,
  seriesOf,
} from "../picture/index.ts";
import { changedVariables, exactText, participantsOf, type Trace } from "../trace/index.ts";
import { compare, plus, ZERO } from "../zone/index.ts";

/** More would make a file that no browser likes to open; the command line writes the rest as text or JSON. */
const MOST_STEPS = 1000;
const MOST_AUTOMATA = 24;

export function traceSection(network: Network, plans: ModelPlans, whole: Trace): string {
  const isCut = whole.steps.length > MOST_STEPS;
  const trace = isCut ? { ...whole, steps: whole.steps.slice(0, MOST_STEPS) } : whole;
  const moving = new Set(
    trace.steps.flatMap(({ transition }) => transition.edges.map(({ edge }) => network.edges[edge]!.process)),
  );
  const shown = network.processes.map((_, index) => index).filter((index) => moving.size === 0 || moving.has(index));
  const automata = shown.slice(0, MOST_AUTOMATA);
  const left = network.processes.length - automata.length;
  const states = [trace.initial, ...trace.steps.map(({ state }) => state)];
  const marks = states.map((state, index) => ({
    at: automata.map((process) => state.locations[process]!),
    taken: (trace.steps[index - 1]?.transition.edges ?? []).map(
      ({ edge }) => [automata.indexOf(network.edges[edge]!.process), plannedEdges(network, plans, edge)] as const,
    ),
  }));
  const series = seriesOf(network, trace);
  return `<div class="walk" tabindex="0" aria-label="Trace: arrow keys step through it">
<nav><button data-go="first">⇤</button><button data-go="back">←</button><button data-go="on">→</button><button data-go="last">⇥</button>
<span class="where" aria-live="polite"></span></nav>
<div class="columns"><ol class="steps" start="0">${stepItems(network, trace)}</ol>
<div class="automata">${automata.map((process) => automaton(network, plans, process)).join("")}</div></div>
${isCut ? `<p class="soft">Only the first ${MOST_STEPS} of ${whole.steps.length} steps are shown here.</p>` : ""}
${left > 0 ? `<p class="soft">${left} processes that do not move are not drawn.</p>` : ""}
<h3>Sequence chart</h3><div class="picture">${svg(drawChart(network, trace))}</div>
<h3>Over time</h3><div class="picture">${svg(drawGantt(network, trace, { processes: automata }))}</div>
${series.length === 0 ? "" : `<div class="picture">${svg(drawSeries(trace, series))}</div>`}
<script type="application/json">${JSON.stringify(marks).replaceAll("<", "\\u003c")}</script></div>`;
}

function svg(picture: Picture): string {
  return pictureToSvg(picture, { colour: asVariable });
}

function automaton(network: Network, plans: ModelPlans, process: number): string {
  const { name } = network.processes[process]!;
  const plan = plans.plans[plans.ofProcess[process]!]!;
  return `<figure>${svg(drawAutomaton(plan, { process: name }))}<figcaption>${escaped(name)}</figcaption></figure>`;
}

function stepItems(network: Network, trace: Trace): string {
  const items = ['<li data-step="0"><button>start</button></li>'];
  let time = ZERO;
  let before = trace.initial;
  for (const [index, { delay, transition, state }] of trace.steps.entries()) {
    time = plus(time, delay);
    const waited = compare(delay, ZERO) > 0 ? ` <i>after ${exactText(delay)}</i>` : "";
    const told = participantsOf(network, transition).map(
      ({ name, from, to, label }) =>
        `${escaped(name)}: ${escaped(from)} → ${escaped(to)}${label === undefined ? "" : ` <b>${escaped(label)}</b>`}`,
    );
    const changes = changedVariables(network, before, state).map(
      (change) => `<code>${escaped(change.name)}: ${change.before} → ${change.after}</code>`,
    );
    const loop = trace.loop?.start === index ? "<em>from here on it repeats</em><br>" : "";
    const lines = [
      `${loop}time ${exactText(time)}${waited}`,
      ...told,
      ...(changes.length > 0 ? [changes.join(", ")] : []),
    ];
    items.push(`<li data-step="${index + 1}"><button>${lines.join("<br>")}</button></li>`);
    before = state;
  }
  return items.join("");
}
