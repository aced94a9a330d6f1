// `check --html`: one file with everything there is to say, readable without a server, without requests and without the
// tool. Its script and its style are allowed by their hashes; whatever comes from the model is escaped text.

import {
  type CheckResult,
  measuredTerms,
  quantityOf,
  quantityText,
  reasonText,
  shownBy,
  simulationOf,
  standInText,
  traceOf,
  valueText,
} from "../check/index.ts";
import type { LoadedModel } from "../lang/load.ts";
import type { Network } from "../network/index.ts";
import {
  asVariable,
  drawCumulative,
  drawFront,
  drawHistogram,
  drawSchedule,
  drawTrajectories,
  escaped,
  type ModelPlans,
  pictureToSvg,
  planModel,
} from "../picture/index.ts";
import { tracedNetwork } from "../trace/index.ts";
import { evidenceSection } from "./evidence-html.ts";
import { REPORT_SCRIPT } from "./script.ts";
import { REPORT_STYLE } from "./style.ts";
import { traceSection } from "./trace-section.ts";

export interface ReportInput {
  readonly model: LoadedModel & { readonly network: Network };
  readonly results: readonly { readonly number: number; readonly result: CheckResult }[];
  readonly version: string;
  /** The search that was asked for. */
  readonly search: string;
  /** Base64 of the SHA-256 of a text; the core knows no cryptography. */
  readonly sha256: (text: string) => string;
}

export function htmlReport({ model, results, version, search, sha256 }: ReportInput): string {
  const plans = planModel(model);
  const style = REPORT_STYLE;
  const policy = `default-src 'none'; style-src 'sha256-${sha256(style)}'; script-src 'sha256-${sha256(REPORT_SCRIPT)}'`;
  const sections = results.map(({ number, result }) =>
    resultSection(tracedNetwork(model.network, result.query), plans, number, result),
  );
  const name = baseName(model.name);
  const open = results.findIndex(({ result }) => traceOf(result.verdict) !== undefined);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(name)} – Tracehound</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escaped(name)}</h1>
<p>Checked by Tracehound ${escaped(version)}, search <code>${escaped(search)}</code></p></header>
<main>
${sections.map((section, index) => `<details class="query"${index === Math.max(0, open) ? " open" : ""}>${section}</details>`).join("\n")}
</main>
<script>${REPORT_SCRIPT}</script>
</body>
</html>
`;
}

/** A report may travel: where the model lay on one machine is nobody else's business. */
function baseName(path: string): string {
  return path.replace(/^.*[/\\](?=[^/\\])/s, "");
}

/** What random runs have shown. */
function statisticsPictures(verdict: CheckResult["verdict"]): string[] {
  const quantity = quantityOf(verdict);
  const simulation = simulationOf(verdict);
  const pictures = [
    quantity?.kind === "probability" ? drawCumulative(quantity) : undefined,
    quantity?.distribution === undefined ? undefined : drawHistogram(quantity.distribution),
    simulation === undefined ? undefined : drawTrajectories(simulation),
  ];
  return pictures.flatMap((one) =>
    one === undefined ? [] : [`<figure>${pictureToSvg(one, { colour: asVariable })}</figure>`],
  );
}

function resultSection(network: Network, plans: ModelPlans, number: number, result: CheckResult): string {
  const { query, verdict, statistics, schedule, front } = result;
  const trace = traceOf(verdict);
  const { explored, stored, transitions, seconds, abstraction, engine } = statistics;
  const counts = [
    `${explored.toLocaleString("en")} states explored`,
    `${stored.toLocaleString("en")} stored`,
    `${transitions.toLocaleString("en")} transitions`,
    `${seconds.toFixed(2)} s`,
    abstraction,
    `${engine} engine`,
    ...(statistics.answeredBy === undefined ? [] : [`answered by ${statistics.answeredBy}`]),
    ...(statistics.standIn === undefined ? [] : [standInText(statistics.standIn)]),
  ];
  const values = measuredTerms(verdict);
  const shown = shownBy(verdict);
  const diagnostic = verdict.kind === "unknown" ? verdict.diagnostic : undefined;
  const length = trace === undefined ? "" : `, ${trace.steps.length} ${trace.steps.length === 1 ? "step" : "steps"}`;
  return [
    `<summary><span class="verdict ${verdict.kind}">${verdict.kind}</span> <code>${number}. ${escaped(query.text)}</code></summary>`,
    `<p>${escaped(reasonText(result))}${length}</p>`,
    ...(verdict.kind === "unknown" && verdict.quantity !== undefined
      ? [`<p>so far: ${escaped(quantityText(verdict.quantity))}</p>`]
      : []),
    ...(query.comment === undefined ? [] : [`<p class="soft">${escaped(query.comment)}</p>`]),
    ...values.map((value) => `<p>${escaped(value.term)}: <b>${escaped(valueText(value, query.kind))}</b></p>`),
    ...(diagnostic === undefined ? [] : [`<p class="soft">${escaped(diagnostic.message)}</p>`]),
    `<p class="soft">${escaped(counts.join(" · "))}</p>`,
    ...statisticsPictures(verdict),
    ...(shown === undefined ? [] : [evidenceSection(shown)]),
    ...(schedule === undefined
      ? []
      : [
          `<h3>Plan</h3><div class="picture">${pictureToSvg(drawSchedule(schedule, trace && { run: { trace } }), { colour: asVariable })}</div>`,
        ]),
    ...(front === undefined || front.length === 0
      ? []
      : [`<h3>Time and cost</h3><div class="picture">${pictureToSvg(drawFront(front), { colour: asVariable })}</div>`]),
    ...(trace === undefined ? [] : [traceSection(network, plans, trace)]),
  ].join("\n");
}
