// Small scheduling models as text, drawn by a seed: processes that are chains of stays, and what such models share.
// `kinds` say what is drawn besides locks: counters, flags that are waited for, and what event points must refuse.

export type PlanKind =
  | "locks"
  | "counters"
  | "flags"
  | "hand-over"
  | "unset"
  | "late-end"
  | "urgent"
  | "broadcast"
  | "branches"
  | "deadline"
  | "machines";

export interface RandomPlan {
  readonly xta: string;
  readonly query: string;
}

/** Numbers below n. */
export function drawing(seed: number): (n: number) => number {
  let x = (seed * 2654435761 + 12345) >>> 0;
  return (n) => {
    x = (Math.imul(x, 1103515245) + 12345) >>> 0;
    return Math.floor(x / 65536) % n;
  };
}

export function randomPlan(kind: PlanKind, seed: number): RandomPlan {
  const draw = drawing(seed);
  const processes = 2 + draw(2);
  const machines = 2 + draw(2);
  if (kind === "machines") return withMachines(processes, machines, draw);
  const capacity = kind === "counters" ? 2 : 1;
  const parts: string[] = [];
  for (let p = 0; p < processes; p++) {
    const stays = 2 + draw(2);
    const tasks = Array.from({ length: stays }, () => ({ m: draw(machines), d: 1 + draw(5) }));
    parts.push(processText(kind, p, processes, tasks, capacity, draw));
  }
  const names = Array.from({ length: processes }, (_, p) => `P${p}`);
  const busy = capacity === 1 ? "bool busy" : `int[0,${capacity}] busy`;
  const xta = `${busy}[${machines}];\nint[0,9] done[${processes}];\nurgent chan go;\nbroadcast chan bell;\n${parts.join("")}
process Echo() { state e; init e; trans e -> e { sync go?; }; }
system ${names.join(", ")}, Echo;\n`;
  return { xta, query: `E<> ${names.map((name) => `${name}.end`).join(" && ")}` };
}

/** Machines are processes, which are told how long to work or know it themselves; now and then somebody just leaves. */
function withMachines(processes: number, machines: number, draw: (n: number) => number): RandomPlan {
  const jobs = Array.from({ length: processes }, (_, p) => {
    const tasks = Array.from({ length: 2 + draw(2) }, () => ({ m: draw(machines), d: 1 + draw(5) }));
    const states = [...tasks.flatMap((_, k) => [`w${k}`, `s${k}`]), "end"];
    const edges = tasks.flatMap(({ m, d }, k) => {
      const next = k + 1 < tasks.length ? `w${k + 1}` : "end";
      const leaves = draw(12) === 0 ? [`s${k} -> ${next} { }`] : [];
      return [
        `w${k} -> s${k} { sync take[${m}]!; assign msg = ${d}; }`,
        `s${k} -> ${next} { sync give[${m}]?; }`,
        ...leaves,
      ];
    });
    return `process P${p}() { state ${states.join(", ")}; init w0;\n trans ${edges.join(",\n  ")};\n}\n`;
  });
  const servers = Array.from({ length: machines }, (_, m) => {
    const [told, time] = draw(3) > 0 ? [`dur[${m}] = msg, `, `dur[${m}]`] : ["", `${1 + draw(5)}`];
    const limit = draw(3) === 0 ? "" : ` { y <= ${time} }`;
    return `process M${m}() { clock y; state idle, busy${limit}; init idle;
 trans idle -> busy { sync take[${m}]?; assign ${told}y = 0; }, busy -> idle { guard y >= ${time}; sync give[${m}]!; };\n}\n`;
  });
  const names = [...jobs.map((_, p) => `P${p}`), ...servers.map((_, m) => `M${m}`)];
  const xta = `chan take[${machines}], give[${machines}];\nint[0,9] dur[${machines}];\nint[0,9] msg;\n${jobs.join("")}${servers.join("")}system ${names.join(", ")};\n`;
  return { xta, query: `E<> ${jobs.map((_, p) => `P${p}.end`).join(" && ")}` };
}

function processText(
  kind: PlanKind,
  p: number,
  processes: number,
  tasks: readonly { readonly m: number; readonly d: number }[],
  capacity: number,
  draw: (n: number) => number,
): string {
  const states: string[] = [];
  const edges: string[] = [];
  const take = (m: number): string => (capacity === 1 ? `busy[${m}] = true` : `busy[${m}]++`);
  const give = (m: number): string => (capacity === 1 ? `busy[${m}] = false` : `busy[${m}]--`);
  const free = (m: number): string => (capacity === 1 ? `!busy[${m}]` : `busy[${m}] < ${capacity}`);
  for (const [k, { m, d }] of tasks.entries()) {
    const next = tasks[k + 1];
    const handed = kind === "hand-over" && k > 0 && tasks[k - 1]!.m !== m;
    const guards = handed ? [] : [free(m)];
    if (kind === "flags" && p > 0 && draw(3) === 0) guards.push(`done[${draw(p)}] >= ${1 + draw(2)}`);
    if (kind === "unset" && draw(2) === 0) guards.push(`done[${(p + 1) % processes}] <= ${draw(2)}`);
    const sync =
      kind === "urgent" && draw(2) === 0 ? " sync go!;" : kind === "broadcast" && draw(2) === 0 ? " sync bell?;" : "";
    states.push(`w${k}`, `s${k} { x <= ${kind === "deadline" ? d + draw(3) : d} }`);
    const guard = guards.length === 0 ? "" : ` guard ${guards.join(" && ")};`;
    const updates = [...(handed ? [] : [take(m)]), "x = 0"];
    edges.push(`w${k} -> s${k} {${guard}${sync} assign ${updates.join(", ")}; }`);
    if (kind === "branches" && draw(2) === 0) {
      states.push(`a${k} { x <= ${d + 2} }`);
      edges.push(`w${k} -> a${k} { assign x = 0; }`);
      edges.push(`a${k} -> ${next ? `w${k + 1}` : "end"} { guard x >= ${d + 2}; assign done[${p}]++; }`);
    }
    const ends = [`x >= ${d}`];
    if (kind === "late-end" && p > 0 && draw(3) === 0) ends.push(`done[${draw(p)}] >= 1`);
    const gives = [give(m), `done[${p}]++`];
    if (kind === "hand-over" && next !== undefined && next.m !== m) {
      ends.push(free(next.m));
      gives.push(take(next.m));
    }
    const out = kind === "broadcast" && draw(2) === 0 ? " sync bell!;" : "";
    edges.push(
      `s${k} -> ${next ? `w${k + 1}` : "end"} { guard ${ends.join(" && ")};${out} assign ${gives.join(", ")}; }`,
    );
  }
  return `process P${p}() { clock x; state ${[...states, "end"].join(", ")}; init w0;\n trans ${edges.join(",\n  ")};\n}\n`;
}
