import { Argument, type Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { print, examples } from '../terminal';

/** Adds `completion`. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a script that completes commands and options after the word "starter".')
    .addArgument(new Argument('<shell>', 'for which shell').choices(['bash', 'zsh']))
    .addHelpText('after', examples('completion bash > starter-completion.bash'))
    .action((shell) => print(completionScript(program, shell)));
}

/** The script for a shell; zsh takes that of bash through its own compatibility function. */
function completionScript(program: CommandUnknownOpts, shell: 'bash' | 'zsh'): string {
  const choices = choicesOf(program).map(([path, words]) => `    '${path}') echo '${words.join(' ')}' ;;`);
  return [
    ...(shell === 'zsh' ? ['autoload -U +X compinit bashcompinit && compinit && bashcompinit'] : []),
    'type starter >/dev/null 2>&1 || starter() { npm run --silent starter -- "$@"; }',
    '_starter_words() {',
    '  case "$1" in',
    ...choices,
    '  esac',
    '}',
    ...COMPLETE,
  ].join('\n');
}

/** Follows the words that were typed as far as they name commands, then offers what can come next. */
const COMPLETE = [
  '_starter() {',
  "  local path='' word",
  '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
  '    [ -n "$(_starter_words "${path:+$path }$word")" ] && path="${path:+$path }$word"',
  '  done',
  '  COMPREPLY=($(compgen -W "$(_starter_words "$path")" -- "${COMP_WORDS[COMP_CWORD]}"))',
  '}',
  'complete -o default -F _starter starter',
];

/** For each command, by its words: the subcommands and options that may follow. */
function choicesOf(command: CommandUnknownOpts, path: readonly string[] = []): [string, string[]][] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  const options = help.visibleOptions(command).flatMap(({ long }) => long ?? []);
  const own: [string, string[]] = [path.join(' '), [...commands.map((one) => one.name()), ...options]];
  return [own, ...commands.flatMap((one) => choicesOf(one, [...path, one.name()]))];
}
