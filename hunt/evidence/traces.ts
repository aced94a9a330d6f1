// Traces as files: what was written replays, in both versions and as `.xtr`; what is damaged is refused, or a run.

import {
  judgeTrace,
  judgeXtr,
  type Prng,
  type Replay,
  readTraceJson,
  readXtr,
  type Trace,
  traceToJsonFile,
  traceToXtr,
} from "@tracehound/core";
import { type Damage, several } from "../damage/damage.ts";
import {
  inFirstVersion,
  type LooseTrace,
  STRIPPED_DAMAGES,
  stripped,
  TRACE_DAMAGES,
  unrolled,
} from "../damage/traces.ts";
import { XTR_DAMAGES, xtrParts, xtrText } from "../damage/xtr.ts";
import type { Sightings } from "../hunt.ts";
import type { Asked, Question } from "./trials.ts";

/** Damages of each kind that one trace gets: which of them is drawn. */
const DAMAGES = 4;

export type Report = (what: string) => void;

export class TraceInspection {
  private readonly question: Question;
  private readonly random: Prng;
  private readonly report: Report;
  private readonly seen: Sightings;

  constructor(question: Question, random: Prng, report: Report, seen: Sightings) {
    this.question = question;
    this.random = random;
    this.report = report;
    this.seen = seen;
  }

  inspect(trace: Trace): void {
    const { network, about } = this.question;
    const text = traceToJsonFile(network, trace, { model: "random", ...about }, { full: true });
    const parsed = (): LooseTrace => JSON.parse(text) as LooseTrace;
    const first = parsed();
    inFirstVersion(first);
    const written = {
      brief: traceToJsonFile(network, trace, { model: "random", ...about }),
      full: text,
      "first version": JSON.stringify(first),
      stripped: JSON.stringify(stripped(parsed())),
    };
    for (const [name, file] of Object.entries(written)) {
      this.seen.count(`traces replayed (${name})`);
      const outcome = this.judge(file);
      if (outcome.ok) continue;
      this.report(`its trace does not replay, ${name}: step ${outcome.step}: ${outcome.problem}`);
      return;
    }
    this.damage("", parsed, TRACE_DAMAGES);
    this.damage(" of the first version", () => JSON.parse(written["first version"]) as LooseTrace, TRACE_DAMAGES);
    this.damage(", stripped", () => stripped(parsed()), STRIPPED_DAMAGES);
    if (trace.end === "target") this.inspectXtr(trace);
  }

  private damage(which: string, genuine: () => LooseTrace, damages: readonly Damage<LooseTrace>[]): void {
    for (const { name, mayBeHarmless, apply } of several(damages, DAMAGES, this.random)) {
      const json = genuine();
      if (!apply(json, this.random)) continue;
      const outcome = this.judge(JSON.stringify(json));
      this.seen.count(outcome.ok ? "damaged traces that are runs" : "damaged traces refused");
      if (!outcome.ok) continue;
      if (mayBeHarmless === undefined) this.report(`a damaged trace${which} is accepted: ${name}`);
      if (outcome.trace.loop?.repeats !== "exactly" || json.loop === undefined) continue;
      const again = this.judge(JSON.stringify(unrolled(stripped(json))));
      this.seen.count("damaged loops taken twice as often");
      if (!again.ok) this.report(`a damaged loop${which} repeats exactly, but not twice: ${name}: ${again.problem}`);
    }
  }

  private judge(text: string): Replay {
    const refused = (problem: string): Replay => ({ ok: false, step: 0, problem });
    const run = readTraceJson(this.question.network, text);
    if ("problem" in run) return refused(run.problem);
    const asked = this.question.reread(run as Asked);
    return asked === undefined ? refused("the question") : judgeTrace(asked.network, asked.query, run);
  }

  private inspectXtr(trace: Trace): void {
    const { network } = this.question;
    const text = traceToXtr(network, trace);
    const genuine = this.judgeXtr(text);
    this.seen.count("xtr files replayed");
    if (!genuine.ok) this.report(`its xtr file does not replay: ${genuine.problem}`);
    for (const { name, apply } of several(XTR_DAMAGES, DAMAGES, this.random)) {
      const parts = xtrParts(text);
      if (!apply(parts, this.random)) continue;
      const outcome = this.judgeXtr(xtrText(parts));
      this.seen.count(outcome.ok ? "damaged xtr files that are runs" : "damaged xtr files refused");
      if (outcome.ok && !sameSteps(parts, xtrParts(traceToXtr(network, outcome.trace)))) {
        this.report(`a damaged xtr file is accepted as another run: ${name}`);
      }
    }
  }

  private judgeXtr(text: string): Replay {
    const { network, query } = this.question;
    const read = readXtr(network, text);
    return "problem" in read ? { ok: false, step: 0, ...read } : judgeXtr(network, query, read);
  }
}

type Parts = ReturnType<typeof xtrParts>;

/** Zones aside: a file that was damaged has the zones of the genuine one. */
function sameSteps(a: Parts, b: Parts): boolean {
  const told = ({ states, steps }: Parts): string =>
    JSON.stringify([states.map(({ locations, values }) => [locations, values]), steps]);
  return told(a) === told(b);
}
