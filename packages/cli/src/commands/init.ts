// `tracehound init`: a first model with queries, small enough to be understood and changed.

import { defineCommand } from "../command.ts";
import { UsageError } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { shellWord } from "../report/shell-word.ts";

const MODEL = `// A lamp with one button. Pressed once it shines dimly; pressed again soon enough, brightly.
// The questions about it stand in the .q file of the same name; \`tracehound check\` answers them.

const int SOON = 5;
chan press;

process Lamp() {
  clock x;
  state off, dim { x <= 100 }, bright;
  init off;
  trans
    off -> dim { sync press?; assign x = 0; },
    dim -> bright { guard x < SOON; sync press?; },
    dim -> off { guard x >= SOON; sync press?; },
    dim -> off { guard x == 100; },
    bright -> off { sync press?; };
}

process User() {
  clock y;
  state idle;
  init idle;
  trans idle -> idle { guard y >= 1; sync press!; assign y = 0; };
}

system Lamp, User;
`;

const QUERIES = `// Can the lamp shine brightly? The trace shows how.
E<> Lamp.bright

// Nothing ever gets stuck.
A[] not deadlock

// Is it bright only shortly after it was switched on? No: look at the trace.
A[] Lamp.bright imply Lamp.x <= SOON
`;

export const init = defineCommand<{ force?: true }>({
  name: "init",
  summary: "Writes a first model with queries.",
  description:
    "Writes NAME.xta and NAME.q, a lamp with a button and three questions about it. Existing files are left alone.",
  examples: [
    ["tracehound init", "lamp.xta and lamp.q"],
    ["tracehound check lamp.xta", "then this answers the queries of lamp.q"],
  ],
  declare: (command) =>
    command
      .argument("[name]", "the name of the files, without extension (default: lamp)")
      .option("--force", "overwrite"),
  async run([given = "lamp"], options, context) {
    const name = baseOf(given);
    const files = { [`${name}.xta`]: MODEL, [`${name}.q`]: QUERIES };
    const replaces = options.force ? "model" : "nothing";
    await context.ensureWritable(Object.keys(files), replaces);
    for (const [file, text] of Object.entries(files)) await context.writeFile(file, text, replaces);
    // Who came by npx has no other way to call it.
    const self = context.variable("npm_command") === "exec" ? "npx tracehound" : "tracehound";
    const tries = ["check", "simulate", "serve"].map((word) => `  ${self} ${word} ${shellWord(`${name}.xta`)}\n`);
    context.out(`${Object.keys(files).join(" and ")} written\n\nNow try\n${tries.join("")}`);
    return EXIT.satisfied;
  },
});

/** Both files get their own extensions. */
function baseOf(name: string): string {
  if (name === "") throw new UsageError("the name is empty", "leave it out: lamp.xta is written then");
  if (/(^|[/\\])$/.test(name)) throw new UsageError(`${name} names a folder`, `name the model, too: ${name}lamp`);
  if (/\.(xml|ta|tck|json)$/i.test(name)) {
    throw new UsageError(
      "init writes .xta and .q files only",
      `name it without extension: ${name.replace(/\.\w+$/, "")}`,
    );
  }
  return name.replace(/(?<=[^/\\])\.(xta|q)$/i, "");
}
