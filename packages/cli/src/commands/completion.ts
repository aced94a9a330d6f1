// `tracehound completion`: what a shell needs to complete commands, options and files, written from the list of
// commands, so that it is never behind.

import { Command, type Option } from "commander";
import { type CommandDefinition, defineCommand } from "../command.ts";
import { UsageError } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** The list of commands holds this one, so it is handed in. */
export function completionOf(commands: () => readonly CommandDefinition[]): CommandDefinition {
  return defineCommand<object>({
    name: "completion",
    summary: "Prints a script that completes commands and options in bash, zsh or fish.",
    examples: [
      ['eval "$(tracehound completion bash)"', "in ~/.bashrc"],
      ['eval "$(tracehound completion zsh)"', "in ~/.zshrc, after compinit"],
      ["tracehound completion fish > ~/.config/fish/completions/tracehound.fish", "once"],
    ],
    declare: (command) => command.argument("<shell>", SHELLS.join(", ")),
    run([name], _options, context) {
      const shell = SHELLS.find((known) => known === name);
      if (shell === undefined) throw new UsageError(`there is no completion for ${name}`, `use ${SHELLS.join(", ")}`);
      context.out(scripts[shell](commands().map(described)));
      return EXIT.satisfied;
    },
  });
}

interface Described {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
}

function described(definition: CommandDefinition): Described {
  const { options } = definition.declare(new Command(definition.name));
  return { name: definition.name, summary: definition.summary, options };
}

const flagsOf = ({ short, long }: Option): string[] =>
  [short, long].filter((flag) => flag !== undefined && flag !== null) as string[];

const scripts: Readonly<Record<Shell, (commands: readonly Described[]) => string>> = {
  bash: (commands) => `${bashFunction(commands)}complete -o default -F _tracehound tracehound\n`,
  zsh: (commands) =>
    `autoload -U +X bashcompinit && bashcompinit\n${bashFunction(commands)}complete -o default -F _tracehound tracehound\n`,
  fish: (commands) =>
    [
      ...commands.flatMap(({ name, summary, options }) => [
        `complete -c tracehound -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
        ...options.map(
          (option) =>
            `complete -c tracehound -n '__fish_seen_subcommand_from ${name}' ${fishFlags(option)} -d ${quoted(option.description)}`,
        ),
      ]),
      "",
    ].join("\n"),
};

/** zsh runs it as well. */
function bashFunction(commands: readonly Described[]): string {
  const cases = commands.map(
    ({ name, options }) => `    ${name}) words=${quoted([...options.flatMap(flagsOf), "--help"].join(" "))} ;;`,
  );
  return `_tracehound() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(commands.map(({ name }) => name).join(" "))} -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=() ;;
  esac
}
`;
}

function fishFlags({ short, long, required }: Option): string {
  const flags = [
    ...(short ? [`-s ${short.slice(1)}`] : []),
    ...(long ? [`-l ${long.slice(2)}`] : []),
    ...(required ? ["-r"] : []),
  ];
  return flags.join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
