// Random shops as models in three styles, and a judge of plans that knows nothing but the shop: machines serve one job
// at a time, tasks come in their order and take their time, and the plan ends when the run does. It shares no code with
// whatever makes plans or draws them.

import { drawing } from "./random-plans.ts";

export interface ShopTask {
  readonly machine: number;
  readonly time: number;
}

export type ShopStyle = "locks" | "locations" | "machines";

export function randomShop(seed: number): readonly (readonly ShopTask[])[] {
  const draw = drawing(seed);
  const machines = 1 + draw(3);
  return Array.from({ length: 1 + draw(4) }, () =>
    Array.from({ length: 1 + draw(3) }, () => ({ machine: draw(machines), time: 1 + draw(9) })),
  );
}

export function shopText(style: ShopStyle, jobs: readonly (readonly ShopTask[])[]): string {
  const machines = jobs.flat().reduce((most, { machine }) => Math.max(most, machine + 1), 0);
  const parts = jobs.map((tasks, j) => {
    const states = tasks.map(({ time }, k) =>
      style === "machines" ? `w${k}, s${k}` : `w${k}, s${k} { x <= ${time} }`,
    );
    const edges = tasks.flatMap(({ machine, time }, k) => {
      const next = k + 1 < tasks.length ? `w${k + 1}` : "end";
      if (style === "machines")
        return [
          `w${k} -> s${k} { sync take[${machine}]!; assign told = ${time}; }`,
          `s${k} -> ${next} { sync give[${machine}]?; }`,
        ];
      const [free, taken, given] =
        style === "locks" ? [`!busy[${machine}]`, "true", "false"] : [`busy[${machine}] == 0`, `${j + 1}`, "0"];
      return [
        `w${k} -> s${k} { guard ${free}; assign busy[${machine}] = ${taken}, x = 0; }`,
        `s${k} -> ${next} { guard x == ${time}; assign busy[${machine}] = ${given}; }`,
      ];
    });
    return `process J${j}() { clock x; state ${states.join(", ")}, end; init w0;\ntrans ${edges.join(",\n")};\n}\n`;
  });
  const names = jobs.map((_, j) => `J${j}`);
  if (style !== "machines") {
    const type = style === "locks" ? "bool" : `int[0,${jobs.length}]`;
    return `${type} busy[${machines}];\n${parts.join("")}system ${names.join(", ")};\n`;
  }
  const servers = Array.from(
    { length: machines },
    (_, m) => `process M${m}() { clock y; int[0,99] time; state idle, busy { y <= time }; init idle;
trans idle -> busy { sync take[${m}]?; assign time = told, y = 0; }, busy -> idle { guard y == time; sync give[${m}]!; };\n}\n`,
  );
  const all = [...names, ...servers.map((_, m) => `M${m}`)];
  return `chan take[${machines}], give[${machines}]; int[0,99] told;\n${parts.join("")}${servers.join("")}system ${all.join(", ")};\n`;
}

export const shopGoal = (jobs: readonly unknown[]): string => `E<> ${jobs.map((_, j) => `J${j}.end`).join(" && ")}`;

interface PlannedBar {
  readonly process: string;
  readonly resource: string | null;
  readonly start: number;
  readonly end: number;
}

/** What is wrong with a plan of a shop; undefined: nothing. `duration`: of the run. */
export function planFault(
  jobs: readonly (readonly ShopTask[])[],
  bars: readonly PlannedBar[],
  duration: number,
): string | undefined {
  let latest = 0;
  const served = new Map<number, [number, number][]>();
  for (const [j, tasks] of jobs.entries()) {
    const own = bars.filter(({ process }) => process === `J${j}`).sort((a, b) => a.start - b.start || a.end - b.end);
    if (own.length !== tasks.length) return `J${j} has ${own.length} bars for ${tasks.length} tasks`;
    let ready = 0;
    for (const [k, { machine, time }] of tasks.entries()) {
      const { resource, start, end } = own[k]!;
      // What only one job uses is nobody's resource.
      const isShared = jobs.some((others, other) => other !== j && others.some((task) => task.machine === machine));
      const isNamed = resource === `busy[${machine}]` || resource === `M${machine}`;
      if (!isNamed && (isShared || resource !== null)) return `J${j}.${k} is on ${resource}`;
      if (start < ready) return `J${j}.${k} begins at ${start}, before ${ready}`;
      if (end - start !== time) return `J${j}.${k} takes ${end - start}, not ${time}`;
      ready = end;
      latest = Math.max(latest, end);
      const others = served.get(machine) ?? [];
      if (others.some(([from, to]) => start < to && from < end)) return `machine ${machine} serves two at ${start}`;
      served.set(machine, [...others, [start, end]]);
    }
  }
  return latest === duration ? undefined : `the plan ends at ${latest}, the run at ${duration}`;
}
