// Puts the command line together from the list of commands and runs it. Whatever happens, the answer is an exit code:
// faults of usage and input are told in plain words, and faults of ours come with what a bug report needs.

import { Command } from "commander";
import type { CommandDefinition } from "./command.ts";
import { COMMANDS } from "./commands/index.ts";
import { createContext } from "./context.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { explainError } from "./explain-error.ts";
import type { Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

export async function runCli(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const context = createContext(terminal);
  let code: ExitCode = EXIT.satisfied;
  const program = createProgram(terminal, async (definition, args, options) => {
    code = await definition.run(args, options, context);
  });
  try {
    if (argv.length === 0) {
      terminal.err(program.helpInformation());
      return EXIT.usage;
    }
    const words = namesCommand(argv) ? argv : argv.filter((word, index) => !isHelp(word, index));
    await program.parseAsync(asVerifyta(words), { from: "user" });
    return code;
  } catch (error) {
    return explainError(error, argv, context);
  }
}

/** Every command has `--version`; verifyta's says which UPPAAL is followed, as its `-v` does. */
function asVerifyta(words: readonly string[]): string[] {
  return words.map((word) => (words[0] === "verifyta" && word === "--version" ? "--release" : word));
}

/** `-h`, `--help`, or `help` in front. */
function isHelp(word: string, index: number): boolean {
  return word === "-h" || word === "--help" || (word === "help" && index === 0);
}

/** There is no help about a command that there is not. */
function namesCommand(argv: readonly string[]): boolean {
  const word = argv.find((argument, index) => !argument.startsWith("-") && !isHelp(argument, index));
  return word === undefined || word === "help" || COMMANDS.some(({ name }) => name === word);
}

type Run = (definition: CommandDefinition, args: string[], options: Record<string, unknown>) => Promise<void>;

export function createProgram(terminal: Terminal, run: Run): Command {
  const program = new Command("tracehound")
    .description("Finds short, checked error traces in networks of timed automata, or proves there are none.")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .showSuggestionAfterError(true)
    .showHelpAfterError("Run with --help for what there is.")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text),
      getOutHelpWidth: () => Math.min(terminal.width, 100),
      getErrHelpWidth: () => Math.min(terminal.width, 100),
      getOutHasColors: () => terminal.colours.out,
      getErrHasColors: () => terminal.colours.err,
    })
    .addHelpText("after", () => `\nStart with\n  $ tracehound init\n  $ tracehound check lamp.xta\n`);
  for (const definition of COMMANDS) {
    const command = definition
      .declare(program.command(definition.name))
      .summary(definition.summary)
      .description(definition.description ?? definition.summary)
      .helpOption("-h, --help", "print this help")
      .allowExcessArguments(false)
      .addHelpText("after", examplesOf(definition));
    command.action(async () => {
      await run(definition, command.args, command.opts());
    });
  }
  return program;
}

function examplesOf({ examples }: CommandDefinition): string {
  const lines = examples.map(([command, does]) => `  $ ${command}\n      ${does}`);
  return `\n${examples.length === 1 ? "Example" : "Examples"}:\n${lines.join("\n")}`;
}
