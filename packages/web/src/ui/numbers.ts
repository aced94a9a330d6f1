// Numbers with their units, as people read them.

export function count(value: number): string {
  return value.toLocaleString("en");
}

export function seconds(value: number): string {
  return value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(1)} s`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** A moment, as the day where it is another one, else as the hour. */
export function when(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return "";
  const moment = new Date(milliseconds);
  return moment.toDateString() === new Date().toDateString()
    ? `today, ${moment.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`
    : moment.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

/** The words at the beginning of a line, as many as have room. */
export function firstWords(line: string, room = 90): string {
  return line.length <= room
    ? line
    : line
        .slice(0, room + 1)
        .replace(/\s+\S*$/, "")
        .slice(0, room);
}

/** `1 step`, `2 steps`. */
export function counted(value: number, what: string): string {
  return `${count(value)} ${what}${value === 1 ? "" : "s"}`;
}
