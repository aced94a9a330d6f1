// Evidence as a page that stands alone, or as a part of the report of all queries: the picture folded and opened by a
// click, the paths with their share, and how the mass grows with the number of paths.

import { asVariable, evidencePicture, pictureToFile, pictureToSvg } from "../picture/index.ts";
import type { ProbabilisticEvidence } from "../probabilistic/index.ts";

const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

export function evidenceToHtml(evidence: ProbabilisticEvidence, question: string): string {
  const folded = pictureToFile(evidencePicture(evidence), "light");
  const opened = pictureToFile(evidencePicture(evidence, { opened: new Set(evidence.states.keys()) }), "light");
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Evidence: ${escaped(question)}</title>
<style>body{font:14px/1.5 system-ui,sans-serif;margin:2rem;color:#1f2328}figure{overflow:auto;border:1px solid #dedbd4;margin:0 0 1rem;padding:.5rem}
table{border-collapse:collapse}td,th{padding:.2rem .6rem;border-bottom:1px solid #dedbd4;text-align:left;vertical-align:top}td:last-child{font:12px ui-monospace,monospace}</style>
<h1>${escaped(question)}</h1>
<p>${evidence.states.length} states and ${evidence.transitions.length} transitions carry at least ${Number(evidence.mass.toPrecision(8))}; ${evidence.explored} states were looked at.${evidence.hasScheduler ? " The choices shown are one way to resolve them." : ""}</p>
<figure id="folded">${folded}</figure><figure id="opened" hidden>${opened}</figure>
<p><label><input type="checkbox" id="open"> components opened</label></p>
<h2>Mass against number of paths</h2><figure>${curve(evidence)}</figure>
<h2>Most probable paths</h2>${pathTable(evidence)}
<script>const flip=(o)=>{document.getElementById("open").checked=o;document.getElementById("opened").hidden=!o;document.getElementById("folded").hidden=o};
document.getElementById("open").onchange=(e)=>flip(e.target.checked);document.getElementById("folded").onclick=(e)=>{if(e.target.closest("[data-component]"))flip(true)}</script></html>
`;
}

/** What is said of evidence in a report of all queries: the picture, and the first of its paths. */
export function evidenceSection(evidence: ProbabilisticEvidence): string {
  return `<h3>Evidence</h3><div class="picture">${pictureToSvg(evidencePicture(evidence), { colour: asVariable })}</div>
<h3>Most probable paths</h3>${pathTable(evidence, 10)}`;
}

function pathTable(evidence: ProbabilisticEvidence, most = Number.POSITIVE_INFINITY): string {
  const { paths, mass, transitions, states } = evidence;
  const rows = paths.slice(0, most).map(({ probability, steps }, at) => {
    const share = mass === 0 ? 0 : (100 * probability) / mass;
    const spelled = steps.map((index) => {
      const { from, to, action } = transitions[index]!;
      const before = states[from]!.values;
      const changed = states[to]!.values.flatMap(({ name, text }, k) =>
        before[k]?.text === text ? [] : [`${name}=${text}`],
      );
      return `${action === "" ? "" : `[${action}] `}${changed.join(", ")}`;
    });
    return `<tr><td>${at + 1}</td><td>${Number(probability.toPrecision(6))}</td><td>${share.toFixed(2)} %</td><td>${steps.length}</td><td>${escaped(spelled.join(" → "))}</td></tr>`;
  });
  return `<table><tr><th></th><th>probability</th><th>share</th><th>steps</th><th>path</th></tr>${rows.join("\n")}</table>`;
}

function curve({ paths, mass }: ProbabilisticEvidence): string {
  const [width, height] = [480, 140];
  let sum = 0;
  const points = paths.map(({ probability }, at) => {
    sum += probability;
    const x = paths.length === 1 ? 0 : (width * at) / (paths.length - 1);
    return `${x.toFixed(1)},${(height - height * Math.min(1, mass === 0 ? 0 : sum / mass)).toFixed(1)}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 ${width + 20} ${height + 30}" width="${width + 20}" height="${height + 30}" role="img"><title>Mass of the first paths as a share of the evidence</title><path d="M 0 0 V ${height} H ${width}" fill="none" stroke="#4a4f57"/><polyline points="${points.join(" ")}" fill="none" stroke="#b8450f" stroke-width="2"/><text x="0" y="${height + 16}" font-size="11">1 to ${paths.length} paths; the top is the whole evidence</text></svg>`;
}
