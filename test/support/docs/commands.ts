import { existsSync } from 'node:fs';
import { CommanderError, type Command } from '@commander-js/extra-typings';
import { createProgram } from '../../../src/cli/program';
import { readCommandLine as readProbe } from '../../../probe/command-line';
import { readCommandLine as readSandbox } from '../../../sandbox/command-line';
import { readStackOptions } from '../../../stack/stack-options';
import { captured, pages, textOf } from './pages';

/** A command as a document tells it. */
interface Told {
  readonly line: string;
  /** It stands in a block, to be typed as it is; in a sentence a part of it may stand for the rest. */
  readonly isWhole: boolean;
}

/** Everything that tells people what to type. */
export const documents: readonly string[] = [...pages, '.env.example', 'deploy/helm/values.yaml'].filter(
  (path) => existsSync(path),
);

const COMMAND = /(?:npm run(?: --silent)? [a-z][\w:-]*|(?<![\w/.-])starter(?= [a-z]))[^`\n]*/g;

/** The commands of a document: of its blocks line by line, and those that its sentences quote. */
export function commandsIn(path: string): Told[] {
  const whole = textOf(path).replace(/\\\n\s*/g, '');
  // The end of a block of another language is no beginning of a block.
  const text = whole.replace(/```(?!(?:sh|bash|console)\n)\w+\n[\s\S]*?```/g, '');
  const blocks = captured(text, /```(?:sh|bash|console)?\n([\s\S]*?)```/g).flatMap(typedIn);
  const rest = text.replace(/```[\s\S]*?```/g, '');
  const quoted = [...captured(rest, /`([^`\n]+)`/g), ...captured(rest, /"(npm run [^"\n]+)"/g)];
  const sentences = quoted.flatMap((part) => (isVerb(part) ? [`starter ${part}`] : typedIn(part)));
  return [
    ...blocks.map((line) => ({ line, isWhole: true })),
    ...sentences.map((line) => ({ line, isWhole: false })),
  ];
}

const typedIn = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => [...line.replace(/(?:^|\s)# .*$/, '').matchAll(COMMAND)].map(([one]) => one.trim()));

const groups = createProgram().commands.filter(({ commands }) => commands.length > 0);

/** Whether a quoted part is a command of the command line without its beginning: `schedules run`. */
function isVerb(part: string): boolean {
  const [group, verb = ''] = part.split(' ');
  return /^[a-z][a-z-]*$/.test(verb) && groups.some((one) => one.name() === group);
}

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** What is wrong with a command; `undefined` if its program takes it. */
export function mistakeIn({ line, isWhole }: Told): string | undefined {
  const [, script = 'starter', rest = ''] =
    /^(?:npm run (?:--silent )?([\w:-]+)|starter)(.*)$/.exec(line) ?? [];
  if (!(script in scripts)) return 'there is no such script';
  const words = wordsIn(rest.replace(/^ --( |$)/, ' '));
  const takes = PROGRAMS[script];
  if (!takes || /^[…$]|^$/.test(words[0] ?? '')) return undefined;
  try {
    takes(words);
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) return undefined;
    const isLeftOut = !isWhole || words.some((word) => /…|\.\.\./.test(word));
    return error.exitCode === 0 || (isLeftOut && IS_PART.test(error.code)) || isOfPlaceholder(error)
      ? undefined
      : error.message;
  }
}

/** What a sentence may leave out. */
const IS_PART = /missingArgument|missingMandatoryOptionValue|optionMissingArgument|commander\.help/;

/** A value that people are to put in: `FILE`, `<id>`, `PO-…`. */
const isOfPlaceholder = ({ code, message }: CommanderError) =>
  code === 'commander.invalidArgument' && /'(?:[A-Z][A-Z-]*|<.*|.*…)' is invalid/.test(message);

/** The words of a line up to where the shell takes over. */
const wordsIn = (rest: string): string[] =>
  [...rest.replace(/\s(?:\||&&|>|2>|;|\(|\)).*$/, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => (double ?? single ?? bare ?? '').replace(/^[[(]+|[\]),;:."]+$/g, ''),
  );

/** How each program reads what is typed; nothing is carried out. */
const PROGRAMS: Readonly<Record<string, (words: readonly string[]) => unknown>> = {
  starter: (words) => {
    // What is unknown is told before what is missing.
    for (const needs of [false, true])
      withoutActions(createProgram({ tellsErrors: false }), needs).parse([...words], FROM_USER);
  },
  sandbox: quietly(readSandbox),
  contract: quietly(readProbe),
  demo: quietly((words) => readStackOptions(['demo', ...words])),
  start: quietly((words) => readStackOptions(['start', ...words])),
  chaos: byNames('chaos/main.ts', namesIn('chaos/runs/index.ts', /^ {2}'?([a-z-]+)'?[:,]/gm)),
  bench: byNames('bench/main.ts', namesIn('bench/main.ts', /^ {2}([a-z]+): async/gm)),
};

const FROM_USER = { from: 'user' } as const;

function withoutActions(command: Command, needsAll: boolean): Command {
  for (const one of command.commands) withoutActions(one as Command, needsAll);
  if (!needsAll) for (const option of command.options) option.mandatory = false;
  // A group without an action of its own tells its help.
  const hasAction = (command as unknown as { _actionHandler: unknown })._actionHandler !== null;
  return hasAction ? command.action(() => undefined) : command;
}

function quietly(read: (words: readonly string[]) => unknown) {
  return (words: readonly string[]): unknown => {
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      return read(words);
    } finally {
      write.mockRestore();
    }
  };
}

/** Programs that run as they are loaded: their names and options as their source has them. */
function byNames(source: string, names: readonly string[]) {
  return (words: readonly string[]): void => {
    const [name] = words.filter((word, place) => !/^--|\W/.test(word) || place === 0);
    const options = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]!);
    const unknown = [
      ...(name === undefined || /^(--.*|[A-Z]+|…)$/.test(name) || names.includes(name) ? [] : [name]),
      ...options.filter((option) => !new RegExp(`'${option}['\\s]`).test(`${textOf(source)}'--reading '`)),
    ];
    if (unknown.length > 0)
      throw new CommanderError(1, 'commander.unknown', `unknown: ${unknown.join(', ')}`);
  };
}

function namesIn(source: string, pattern: RegExp): string[] {
  return captured(textOf(source), pattern);
}
