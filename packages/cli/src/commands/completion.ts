// `tracehound completion`: what a shell needs to complete commands, options and files, written from the list of
// commands, so that it is never behind.

import { Command, type Option } from "commander";
import { type CommandDefinition, defineCommand } from "../command.ts";
import { UsageError } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { argumentWords, optionWords } from "./completion-words.ts";

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
  /** What an option takes, by its flag. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
}

function described(definition: CommandDefinition): Described {
  const options = definition.declare(new Command(definition.name)).options.filter(({ hidden }) => !hidden);
  const known = optionWords();
  const choices = new Map<string, readonly string[]>();
  for (const { long } of options) {
    const words = known[`${definition.name} ${long}`] ?? known[`* ${long}`];
    if (long && words !== undefined) choices.set(long, words);
  }
  return { name: definition.name, summary: definition.summary, options, choices };
}

const flagsOf = ({ short, long }: Option): string[] =>
  [short, long].filter((flag) => flag !== undefined && flag !== null) as string[];

const firstWords = (commands: readonly Described[]): [command: string, words: readonly string[]][] =>
  Object.entries(
    argumentWords(
      commands.map(({ name }) => name),
      SHELLS,
    ),
  );

const scripts: Readonly<Record<Shell, (commands: readonly Described[]) => string>> = {
  bash: (commands) => `${bashFunction(commands)}complete -o default -F _tracehound tracehound\n`,
  zsh: (commands) =>
    `autoload -U +X bashcompinit && bashcompinit\n${bashFunction(commands)}complete -o default -F _tracehound tracehound\n`,
  fish: (commands) =>
    [
      FISH_FUNCTION,
      ...commands.flatMap(({ name, summary, options, choices }) => [
        `complete -c tracehound -f -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
        ...options.map(
          (option) =>
            `complete -c tracehound -n '__tracehound_is ${name}' ${fishFlags(option, choices)} -d ${quoted(option.description)}`,
        ),
      ]),
      "complete -c tracehound -f -n __fish_use_subcommand -a help -d 'print the help of a command'",
      "complete -c tracehound -n __fish_use_subcommand -l version -d 'print the version'",
      "complete -c tracehound -s h -l help -d 'print the help of a command'",
      ...firstWords(commands).map(
        ([command, words]) =>
          `complete -c tracehound -f -n '__tracehound_is ${command} first' -a ${quoted(words.join(" "))}`,
      ),
      "",
    ].join("\n"),
};

/**
 * Is the command this one (and is its first argument asked for)? fish's own question is whether the word stands
 * anywhere, and `check examples` is about a folder.
 */
const FISH_FUNCTION = `function __tracehound_is
  set -l words (commandline -opc)
  test (count $words) -ge 2; or return 1
  test $words[2] = $argv[1]; or return 1
  test (count $argv) -eq 1; or test (count $words) -eq 2
end`;

/** zsh runs it as well, with `--option=value` as one word. Where it has nothing to offer, the shell offers files. */
function bashFunction(commands: readonly Described[]): string {
  const names = [...commands.map(({ name }) => name), "help", "--help", "--version"];
  const flags = commands.map(
    ({ name, options }) => `    ${name}) words=${quoted([...options.flatMap(flagsOf), "--help"].join(" "))} ;;`,
  );
  const values = commands.flatMap(({ name, choices }) =>
    [...choices].map(([flag, words]) => `    ${quoted(`${name} ${flag}`)}) words=${quoted(words.join(" "))} ;;`),
  );
  const firsts = firstWords(commands).map(([command, words]) => `    ${command}) words=${quoted(words.join(" "))} ;;`);
  return `_tracehound() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="" prefix=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(names.join(" "))} -- "$current"))
    return
  fi
  local command="\${COMP_WORDS[1]}" option="\${COMP_WORDS[COMP_CWORD-1]}"
  if [ "$option" = "=" ]; then option="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  case "$current" in
    =) current="" ;;
    --*=*) option="\${current%%=*}" prefix="\${current%%=*}=" current="\${current#*=}" ;;
  esac
  case "$command $option" in
${values.join("\n")}
  esac
  if [ -z "$words" ] && [ -n "$prefix" ]; then
    COMPREPLY=($(compgen -P "$prefix" -G "$current*"))
    return
  fi
  if [ -z "$words" ]; then
    case "$current" in
      -*) case "$command" in
${flags.join("\n")}
      esac ;;
      *) if [ "$COMP_CWORD" -eq 2 ]; then case "$command" in
${firsts.join("\n")}
      esac; fi ;;
    esac
  fi
  COMPREPLY=($(compgen -P "$prefix" -W "$words" -- "$current"))
}
`;
}

function fishFlags({ short, long, required }: Option, choices: Described["choices"]): string {
  const words = choices.get(long ?? "");
  const flags = [
    ...(short ? [`-s ${short.slice(1)}`] : []),
    ...(long ? [`-l ${long.slice(2)}`] : []),
    ...(required && words === undefined ? ["-r"] : []),
    ...(words === undefined ? [] : [`-x -a ${quoted(words.join(" "))}`]),
  ];
  return flags.join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
