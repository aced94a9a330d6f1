// How long reading takes: a model of 4,000 edges in about 1.4 MB of XML, one with 1,000 processes of one template, and a
// typical one. CPU time, median of a few runs in one process; the first (cold) run is printed beside it.

import { families, generateModel, loadModel } from "@tracehound/core";

const trainGate = families.find(({ name }) => name === "train-gate");
const generate = (size) => generateModel(trainGate, { size, variant: "queue", correct: false, seed: 1 }, "xml");

const MODELS = [
  ["4,000 edges in 1.4 MB", wideModel(40, 100)],
  ["1,000 processes of one template", generate(1000)],
  ["typical (train gate, 6 trains)", generate(6)],
];

console.log("| model | bytes | first run, ms | median, ms |\n|---|---|---|---|");
for (const [name, content] of MODELS) {
  const times = [];
  for (let run = 0; run < 7; run++) {
    const before = process.cpuUsage();
    const { network, diagnostics } = loadModel({ name: "bench.xml", content });
    const { user, system } = process.cpuUsage(before);
    if (network === null) throw new Error(diagnostics[0]?.message);
    times.push((user + system) / 1000);
  }
  const sorted = times.slice(1).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  console.log(`| ${name} | ${content.length} | ${times[0].toFixed(0)} | ${median.toFixed(0)} |`);
}

/** Templates with many locations and edges, each edge with long labels, as generated models have them. */
function wideModel(templates, edges) {
  const parts = [
    '<?xml version="1.0" encoding="utf-8"?>\n<nta>\n<declaration>const int N = 8; int[0,255] v[N]; clock x[N]; chan c[N];</declaration>\n',
  ];
  for (let t = 0; t < templates; t++) {
    parts.push(`<template><name>T${t}</name><declaration>clock y; int[0,100] n;</declaration>\n`);
    for (let l = 0; l < edges; l++) {
      parts.push(
        `<location id="t${t}l${l}" x="${l * 100}" y="0"><name x="0" y="0">L${l}</name><label kind="invariant" x="0" y="0">y &lt;= ${10 + (l % 7)}</label></location>\n`,
      );
    }
    parts.push(`<init ref="t${t}l0"/>\n`);
    for (let e = 0; e < edges; e++) {
      parts.push(
        `<transition><source ref="t${t}l${e}"/><target ref="t${t}l${(e + 1) % edges}"/>` +
          `<label kind="guard" x="${e}" y="1">y &gt;= ${e % 5} &amp;&amp; v[${e % 8}] + n * 2 &lt; ${50 + e}</label>` +
          `<label kind="synchronisation" x="${e}" y="2">c[${e % 8}]${t % 2 ? "!" : "?"}</label>` +
          `<label kind="assignment" x="${e}" y="3">v[${e % 8}] = (v[${(e + 1) % 8}] + ${e}) % 256, n = n &lt; 100 ? n + 1 : 0, y = 0</label></transition>\n`,
      );
    }
    parts.push("</template>\n");
  }
  const names = Array.from({ length: templates }, (_, t) => `T${t}`).join(", ");
  parts.push(`<system>system ${names};</system>\n</nta>\n`);
  return parts.join("");
}
