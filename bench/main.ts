import { Interrupted } from '../stack/interrupted';
import { Argument, Command, CommanderError, InvalidArgumentError } from '@commander-js/extra-typings';
import { ConfigError } from '../src/config/read-config';
import { DevServerError } from '../stack/dev-server';
import { report, log, type Report } from './report';

interface Options {
  readonly real?: number | undefined;
  readonly repeats?: number | undefined;
  readonly tiny: boolean;
  readonly only?: string | undefined;
  readonly tables: boolean;
}

/** What can be measured. Figures as measured stand in bench/README.md. Each is loaded alone: `heap` must come before Temporal's worker. */
const benches: Readonly<Record<string, (quick: boolean, options: Options) => Promise<Report | undefined>>> = {
  budget: async (quick) => (await import('./budget/budget.js')).measureBudget(quick),
  quiet: async (quick) => (await import('./budget/quiet.js')).measureQuiet(quick),
  loans: async (quick) => (await import('./loans.js')).measureLoans(quick),
  workers: async (quick) => (await import('./workers/workers.js')).measureWorkers(quick),
  engine: async (quick) => (await import('./engine/engine.js')).measureEngine(quick),
  events: async (quick) => (await import('./engine/events.js')).measureEvents(quick),
  desk: async (quick, { real }) => (await import('./desk/desk.js')).measureDesk(quick, real),
  scale: async (quick) => (await import('./scale/scale.js')).measureScale(quick),
  rivals: async (quick, { tiny, only, repeats, tables }) => {
    if (tables) return (await import('../rivals/harness/page.js')).fillPage().then(() => undefined);
    const { measureRivals } = await import('../rivals/harness/rivals.js');
    return measureRivals(tiny ? 'tiny' : quick ? 'quick' : 'full', { only, repeats });
  },
  heap: async () => (await import('./heap/heap.js')).measureHeap(),
};

function whole(given: string): number {
  if (!/^[1-9]\d*$/.test(given)) throw new InvalidArgumentError('must be a whole number from 1 on');
  return Number(given);
}

const command = new Command('npm run bench --')
  .description('Measures, on a stack of its own with real processes. It wants the machine for itself.')
  .addArgument(new Argument('<name>', 'what to measure').choices(Object.keys(benches)))
  .option('--quick', 'less work, in a few minutes', false)
  .option('--real <number>', 'how many cases of the desk workflows carry (default: 500)', whole)
  .option('--only <word>', 'of the rivals, only those with this in their name')
  .option('--repeats <number>', 'of the rivals, how often (default: 3, with --quick 1)', whole)
  .option('--tiny', 'of the rivals, just enough work to see that all of them run; nothing is kept', false)
  .option('--tables', 'of the rivals, only fill in their page from the results that are kept', false)
  .option('--json', 'print the figures as one JSON document on stdout', false)
  .exitOverride();

async function main(): Promise<number> {
  const [name] = command.parse().processedArgs;
  const { quick, json, ...options } = command.opts();
  const started = performance.now();
  const measured = await benches[name]?.(quick, options);
  if (measured) report(name, measured, json);
  log(`Measured in ${Math.round((performance.now() - started) / 1_000)} s.`);
  return measured?.isProof && !measured.bars.every(({ holds }) => holds) ? EXIT.failed : EXIT.measured;
}

const EXIT = { measured: 0, failed: 1, usage: 2 };

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.measured : EXIT.usage;
  if (error instanceof Interrupted) return error.exitCode;
  if (error instanceof ConfigError || error instanceof DevServerError) log(error.message);
  else log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return error instanceof ConfigError ? EXIT.usage : EXIT.failed;
}

void main()
  .catch(explain)
  .then((code) => process.exit(code));
