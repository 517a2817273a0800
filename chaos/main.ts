import { Interrupted } from '../stack/interrupted';
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { ConfigError } from '../src/config/read-config';
import { readingOption } from '../sandbox/readings/readings';
import { DevServerError } from '../stack/dev-server';
import { inTestEnvironment } from './test-environment';
import { report, log, type Row } from './report';
import { runs } from './runs';
import type { Run, RunOptions } from './runs/run';

const EXIT = { holds: 0, broken: 1, usage: 2 };

const list = Object.entries(runs).map(([name, { proves }]) => `  ${name.padEnd(20)}${proves}`);

function whole(given: string): number {
  if (!/^[1-9]\d*$/.test(given)) throw new InvalidArgumentError('must be a whole number from 1 on');
  return Number(given);
}

const command = new Command('npm run chaos --')
  .description('Attacks the guarantees, on a stack of its own with real processes, and counts what happened.')
  .addArgument(new Argument('[name]', 'which attack').choices(Object.keys(runs)))
  .option('--json', 'print the rows as one JSON document on stdout', false)
  .addOption(new Option('--quick', 'fewer rows, in less time').default(false).conflicts('large'))
  .option('--large', 'several times as much, of payouts, zombie and server-kills', false)
  .option('--seed <number>', 'only this seed again, of readings and programs', whole)
  .option('--seeds <number>', 'how many seeds, of readings and programs', whole)
  .option('--from <number>', 'the first of the seeds, of programs', whole)
  .addOption(
    new Option('--encryption <mode>', 'off shows that canaries finds what is readable').choices([
      'on',
      'off',
    ] as const),
  )
  .option('--erase', 'erases a customer afterwards and looks again, with all keys, of canaries')
  .addOption(readingOption('only this reading again, alone, of readings; repeatable'))
  .option(
    '--planted',
    'plants one defect after the other and looks for each, of programs; takes back one repair after the other, of forgery',
  )
  .option('--defect <name>', 'only this planted defect')
  .option('--kind <text>', 'only attempts of kinds whose name has this text, of forgery')
  .option('--record', 'writes down which readings their trials have met, of readings')
  .addHelpText('after', ['\nAttacks, and what each proves:', ...list].join('\n'))
  .addHelpText('after', '\nExit code: 0 when every row holds, 1 when one does not, 2 for a wrong use.')
  .exitOverride();

async function main(): Promise<number> {
  const [name] = command.parse().processedArgs;
  const run = runs[name ?? ''];
  if (!run) {
    command.outputHelp();
    return EXIT.holds;
  }
  const { json, ...options } = command.opts();
  log(run.proves);
  const started = performance.now();
  const found = await carryOut(run, options);
  report(found, json);
  const rows = [found].flat();
  const held = rows.filter(({ holds }) => holds).length;
  log(`${held} of ${rows.length} rows hold (${Math.round((performance.now() - started) / 1000)} s).`);
  return rows.length > 0 && held === rows.length ? EXIT.holds : EXIT.broken;
}

const carryOut = (run: Run, options: RunOptions): Promise<readonly Row[] | Row> =>
  'prove' in run
    ? run.prove(options)
    : inTestEnvironment((environment) => run.attack(environment, options), run);

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.holds : EXIT.usage;
  if (error instanceof Interrupted) return error.exitCode;
  if (error instanceof ConfigError || error instanceof DevServerError) log(error.message);
  else log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return error instanceof ConfigError ? EXIT.usage : EXIT.broken;
}

void main()
  .catch(explain)
  .then((code) => process.exit(code));
