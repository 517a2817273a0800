import type { Client } from '@temporalio/client';
import { connectClient, temporalTarget } from '../../src/temporal/connection';
import { keyRingOf } from '../../src/temporal/encryption/settings';
import { runningStack } from '../../src/temporal/running-stack';
import { encodings, Search } from '../canaries/encodings';
import { eraseCustomer } from '../canaries/erased';
import { liveThrough, liveToBeErased } from '../canaries/lives';
import { marks } from '../canaries/marks';
import { placesOf } from '../canaries/places';
import { startStackProcess, type StackProcess } from '../canaries/stack-process';
import { log, type Row } from '../report';
import type { RunOptions, SelfContainedRun } from './run';

async function prove({ encryption = 'on', erase = false }: RunOptions): Promise<Row> {
  const stack = await startStackProcess(encryption);
  try {
    const keys = runningStack(stack.address)?.encryptionKeys ?? 'off';
    const encrypting = keys === 'off' ? 'off' : keyRingOf(keys, 'reader');
    const client = await connectClient(temporalTarget({ address: stack.address, encryption: encrypting }));
    const [live, look] = erase ? [liveToBeErased, eraseCustomer] : [liveThrough, scan];
    const ends = await live(client);
    log(`  The cases ended: ${ends.join(', ')}`);
    const stuck = ends.filter((end) => end.includes('stuck')).length;
    const { fields, holds } = await look(stack, client);
    await client.connection.close();
    return { fields: { ...fields, cases: ends.length, stuck }, holds: holds && stuck === 0 };
  } finally {
    await stack.stop();
  }
}

/** Looks for every mark wherever a reader without keys can look. */
async function scan(stack: StackProcess, client: Client): Promise<Row> {
  const places = await placesOf(stack, client);
  const found = Object.entries(places).reduce((sum, [place, contents]) => sum + countIn(place, contents), 0);
  const sizes = Object.entries(places).map(([place, contents]) => {
    const bytes = contents.reduce((sum, { length }) => sum + length, 0);
    log(`  ${place}: ${bytes} bytes`);
    return bytes;
  });
  // A place in which nothing stands shows nothing.
  const searched = sizes.filter((bytes) => bytes > 0).length;
  const fields = { fields: marks.size, places: searched, encodings: Object.keys(encodings).length, found };
  return { fields, holds: found === 0 };
}

const search = new Search(marks.values());

/** How often a place holds a mark; each field is told. */
function countIn(place: string, contents: readonly Buffer[]): number {
  const found = contents.map((content) => search.in(content));
  let sum = 0;
  for (const [field, value] of marks) {
    const count = found.reduce((total, counts) => total + (counts.get(value) ?? 0), 0);
    if (count > 0) log(`  ${place}: ${field}, ${count} times`);
    sum += count;
  }
  return sum;
}

/** Marks of every personal field go through whole lives of cases, and are looked for afterwards. */
export const canaries: SelfContainedRun = {
  proves:
    'No personal field of any input lies readable anywhere after whole lives of cases; with --erase, of a customer who is erased, not even with all keys.',
  prove,
};
