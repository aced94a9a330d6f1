// Transcripts: Markdown pages that show the command line at work and run as tests. A fenced block `console` holds
// command lines (`$ tracehound …`) with what the terminal shows below each; a failing one ends with `[exit 10]`. A
// line `< text` below a command is what somebody types then. A
// fenced block with `file=name` in its first line puts that file into the folder the commands run in; one of kind
// `link` holds where the file leads. `[...]` stands
// for anything, on a line of its own for any number of lines.

export interface Step {
  readonly command: string;
  readonly args: readonly string[];
  readonly expected: string;
  readonly line: number;
  /** What is typed. */
  readonly input?: readonly string[];
}

export interface Transcript {
  readonly files: readonly { readonly name: string; readonly content: string; readonly isLink: boolean }[];
  readonly steps: readonly Step[];
}

export function readTranscript(markdown: string): Transcript {
  const files: { name: string; content: string; isLink: boolean }[] = [];
  const steps: Step[] = [];
  const lines = markdown.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const opening = /^```(\w+)(?:\s+file=(\S+))?\s*$/.exec(lines[i]!);
    if (opening === null) continue;
    const start = i + 1;
    let end = start;
    while (end < lines.length && lines[end] !== "```") end++;
    const body = lines.slice(start, end);
    if (opening[2] !== undefined) {
      files.push({ name: opening[2], content: `${body.join("\n")}\n`, isLink: opening[1] === "link" });
    } else if (opening[1] === "console") steps.push(...readSteps(body, start + 1));
    i = end;
  }
  return { files, steps };
}

function readSteps(body: readonly string[], firstLine: number): Step[] {
  const steps: { command: string; expected: string[]; line: number }[] = [];
  for (const [index, line] of body.entries()) {
    if (line.startsWith("$ ")) steps.push({ command: line.slice(2), expected: [], line: firstLine + index });
    else steps.at(-1)?.expected.push(line);
  }
  return steps.map(({ command, expected, line }) => {
    const [program, ...args] = splitCommand(command);
    const typed = expected.filter((text) => text.startsWith("< ")).map((text) => text.slice(2));
    if (program !== "tracehound") throw new Error(`line ${line}: only tracehound is run here, not ${program}`);
    const output = expected.filter((text) => !text.startsWith("< ")).join("\n");
    return { command, args, expected: trimEnd(output), line, ...(typed.length === 0 ? {} : { input: typed }) };
  });
}

/** Words as a shell splits them; quotes keep blanks together. */
function splitCommand(command: string): string[] {
  const words = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

/** What the terminal shows after a command. */
export function shown(output: string, code: number): string {
  return trimEnd(code === 0 ? output : `${trimEnd(output)}\n[exit ${code}]`);
}

export function matches(actual: string, expected: string): boolean {
  if (!expected.includes("[...]")) return actual === expected;
  const pattern = expected
    .split("\n")
    .map((line) => (line.trim() === "[...]" ? "(?:.*\n)*?" : `${line.split("[...]").map(literally).join(".*?")}\n`))
    .join("");
  return new RegExp(`^${pattern}$`).test(`${actual}\n`);
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function trimEnd(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n+$/, "")
    .replace(/^\n/, "");
}
