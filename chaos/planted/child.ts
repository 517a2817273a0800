// Runs programs on the sources beside it, and tells of each that has ended in one line of JSON.
import { bundleWorkflows } from '../../src/temporal/bundle';
import { programOf } from '../programs/generator';
import { withRecords } from '../programs/own-records';
import { runPrograms } from '../programs/run';
import { near, type Hint } from './hint';

/** Programs one after the other on one server, and servers side by side. */
const IN_A_ROW = 4;
const SERVERS = 2;

const { seeds, hint } = JSON.parse(process.argv[2] ?? '{}') as { seeds: number[]; hint?: Hint };

// Whoever has planted the defect is gone, or has read enough.
process.stdout.on('error', () => process.exit(1));

void withRecords(async (records) => {
  const ground = { bundle: await bundleWorkflows(), records };
  const runNext = async (): Promise<void> => {
    for (let group = seeds.splice(0, IN_A_ROW); group.length > 0; group = seeds.splice(0, IN_A_ROW))
      for (const { program, findings } of await runPrograms(
        ground,
        group.map((seed) => near(programOf(seed), hint)),
      ))
        process.stdout.write(`${JSON.stringify({ seed: program.seed, findings })}\n`);
  };
  await Promise.all(Array.from({ length: SERVERS }, runNext));
}).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
    process.exit(1);
  },
);
