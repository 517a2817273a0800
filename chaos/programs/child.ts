// Runs programs on the sources beside it, and tells of each that has ended in one line of JSON.
import { near, type Hint } from '../planted/hint';
import { bundleWorkflows } from '../../src/temporal/bundle';
import { surviveClosedChannels } from './closed-channels';
import { programOf } from './generator';
import { withRecords } from './own-records';
import { runConfirmed } from './run';

/** Servers side by side, which wait for each other's time to pass. */
const SERVERS = 2;
/** Programs one after the other, before another server takes the next. */
const IN_A_ROW = 8;

/** The seeds of the programs, and where they are drawn near to. */
export interface Order {
  readonly seeds: readonly number[];
  readonly hint?: Hint | undefined;
}

// Whoever has ordered them is gone, or has read enough.
process.stdout.on('error', () => process.kill(0, 'SIGKILL'));

surviveClosedChannels();

const { seeds, hint } = JSON.parse(process.argv[2] ?? '') as Order;
const waiting = [...seeds];
// The first is told at once: whoever knows that it finds something waits for no other.
let inARow = 1;

void withRecords(async (records) => {
  const ground = { bundle: await bundleWorkflows(), records };
  const runNext = async (): Promise<void> => {
    while (waiting.length > 0) {
      const next = waiting.splice(0, inARow).map((seed) => near(programOf(seed), hint));
      inARow = IN_A_ROW;
      for (const outcome of await runConfirmed(ground, next)) {
        const { program, findings, isUnjudged, unrepeated } = outcome;
        const { seed, steps } = program;
        const told = { seed, steps: steps.length, findings, isUnjudged, unrepeated };
        process.stdout.write(`${JSON.stringify(told)}\n`);
      }
    }
  };
  await Promise.all(Array.from({ length: SERVERS }, runNext));
}).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
    process.exit(1);
  },
);
