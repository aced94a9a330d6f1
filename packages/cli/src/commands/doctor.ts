// `tracehound doctor`: is everything here that makes it fast and complete? Each line is something that was tried.

import { availableParallelism, totalmem } from "node:os";
import { checkQueries, families, generateModel, loadModel, traceOf } from "@tracehound/core";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { pageFolder } from "../page/server.ts";
import { VERSION } from "../version.ts";

interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  /** What it means where it is not. */
  readonly hint?: string;
}

export const doctor = defineCommand<{ json?: true }>({
  name: "doctor",
  summary: "Tries whether everything works here.",
  description:
    "Tries what Tracehound relies on (the version of node, WebAssembly, threads, the page) and answers a small question with both " +
    "engines. Exit 0 when all is well, 70 when an answer is wrong.",
  examples: [["tracehound doctor", "before reporting a bug"]],
  declare: (command) => command.option("--json", "print one JSON object instead of text"),
  async run(_args, options, context) {
    const findings = [...circumstances(context), ...(await answers(context))];
    const isWell = findings.every(({ ok }) => ok);
    if (options.json) context.json({ tool: "tracehound", version: VERSION, ok: isWell, findings });
    else {
      const { green, yellow, dim } = context.colours.out;
      for (const { name, ok, found, hint } of findings) {
        context.out(`${ok ? green("ok ") : yellow("no ")} ${name.padEnd(14)}${found}\n`);
        if (!ok && hint !== undefined) context.out(`   ${" ".repeat(14)} ${dim(hint)}\n`);
      }
    }
    return findings.some(({ name, ok }) => !ok && name.startsWith("engine")) ? EXIT.bug : EXIT.satisfied;
  },
});

function circumstances(context: Context): Finding[] {
  const compiles = "WebAssembly" in globalThis;
  const major = Number.parseInt(process.versions.node, 10);
  return [
    { name: "tracehound", ok: true, found: VERSION },
    { name: "node", ok: major >= 20, found: process.versions.node, hint: "versions from 20 on are tried" },
    {
      name: "WebAssembly",
      ok: compiles,
      found: compiles ? "the compiled engine can run" : "missing",
      hint: "only the reference engine runs, many times slower",
    },
    {
      name: "threads",
      ok: context.driver !== undefined,
      found: context.driver === undefined ? "none" : `${availableParallelism()} cores`,
      hint: "members of a portfolio take turns in one thread",
    },
    { name: "memory", ok: true, found: `${(totalmem() / 1e9).toFixed(1)} GB` },
    page(),
  ];
}

function page(): Finding {
  const ok = pageFolder() !== undefined;
  return { name: "page", ok, found: ok ? "built" : "not built", hint: "`serve` and `--open` need it: npm run build" };
}

/** Fischer's protocol with its error and without. */
async function answers(context: Context): Promise<Finding[]> {
  const family = families.find(({ name }) => name === "fischer")!;
  const findings: Finding[] = [];
  for (const engine of ["auto", "reference"] as const) {
    const got: string[] = [];
    for (const correct of [false, true]) {
      const text = generateModel(family, { size: 3, variant: family.variants[0]!.name, correct, seed: 1 }, "xta");
      const { network } = loadModel({ name: "fischer.xta", content: new TextEncoder().encode(text) });
      const { environment } = context;
      const [result] = await checkQueries({ network: network!, options: { engine }, environment }, [
        network!.queries[0]!,
      ]);
      const steps = traceOf(result!.verdict)?.steps.length;
      got.push(`${result!.verdict.kind}${steps === undefined ? "" : ` in ${steps} steps`}`);
    }
    const ok = /^satisfied in \d+ steps$/.test(got[0]!) && got[1] === "violated";
    const name = engine === "auto" ? "engine" : "engine, slow";
    findings.push({
      name,
      ok,
      found: `can two be inside? ${got.join("; without the error ")}`,
      hint: "please report this",
    });
  }
  return findings;
}
