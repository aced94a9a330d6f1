// `tracehound man`: the manual page, written from the list of commands, so that it is never behind. The build keeps it
// in the package, where npm finds it.

import { Command } from "commander";
import { type CommandDefinition, defineCommand } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { VERSION } from "../version.ts";

/** The list of commands holds this one, so it is handed in. */
export function manOf(commands: () => readonly CommandDefinition[]): CommandDefinition {
  return defineCommand<object>({
    name: "man",
    summary: "Prints the manual page.",
    description:
      "Prints the manual page of all commands, in the language of man. Installed globally, `man tracehound` shows it.",
    examples: [["tracehound man > tracehound.1 && man ./tracehound.1", "read it"]],
    declare: (command) => command,
    run(_args, _options, context) {
      context.out(manualPage(commands()));
      return EXIT.satisfied;
    },
  });
}

const EXIT_CODES: readonly (readonly [code: number, means: string])[] = [
  [EXIT.satisfied, "All queries are satisfied; for commands without queries: done."],
  [EXIT.violated, "Some query is violated."],
  [EXIT.unknown, "Some query could not be decided."],
  [EXIT.badInput, "The model, a query or a file is faulty."],
  [EXIT.usage, "The command line makes no sense."],
  [EXIT.notSupported, "Nothing could be checked because it is not supported."],
  [EXIT.bug, "A fault of Tracehound's own."],
  [EXIT.unwritten, "What was asked for could not be written."],
];

function manualPage(commands: readonly CommandDefinition[]): string {
  return [
    `.TH TRACEHOUND 1 "" "tracehound ${VERSION}" "User Commands"`,
    ".SH NAME",
    "tracehound \\- finds short, checked error traces in networks of timed automata, or proves there are none",
    ".SH SYNOPSIS",
    ".B tracehound",
    "\\fICOMMAND\\fR [\\fIARGUMENTS\\fR] [\\fIOPTIONS\\fR]",
    ".SH COMMANDS",
    ...commands.flatMap(commandLines),
    ".SH EXIT STATUS",
    ...EXIT_CODES.flatMap(([code, means]) => [".TP", `.B ${code}`, roff(means)]),
    ".SH FILES",
    "Models are .xml, .xta and .ta (UPPAAL), .tck (TChecker) and .json; queries are .q.",
    "",
  ].join("\n");
}

function commandLines(definition: CommandDefinition): string[] {
  const command = definition.declare(new Command(definition.name));
  const words = command.registeredArguments.map((argument) => {
    const name = `\\fI${roff(argument.name())}\\fR${argument.variadic ? "..." : ""}`;
    return argument.required ? name : `[${name}]`;
  });
  return [
    `.SS "tracehound ${definition.name} ${words.join(" ")}"`,
    roff(definition.description ?? definition.summary),
    ...command.options
      .filter(({ hidden }) => !hidden)
      .flatMap(({ flags, description }) => [".TP", `.B ${roff(flags)}`, roff(description)]),
    ...definition.examples.flatMap(([line, does]) => [".PP", roff(does), ".nf", `.RS\n${roff(line)}\n.RE`, ".fi"]),
  ];
}

/** Dashes and backslashes mean something else there, and so do points and quotes at the beginning of a line. */
function roff(text: string): string {
  return text
    .replace(/\\/g, "\\e")
    .replace(/-/g, "\\-")
    .replace(/^([.'])/gm, "\\&$1");
}
