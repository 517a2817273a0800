// Three payouts by each engine at a bank that takes one twice and another never: a line of JSON for each engine.
import { ours } from '../../../rivals/harness/ours';
import { rivals } from '../../../rivals/harness/rival';
import { tryOut } from '../../../rivals/harness/trial';
import { works } from '../../../rivals/harness/works';
import { wrongBank } from './wrong-bank';

const [, , , withFaults] = works('tiny');
const work = {
  ...withFaults!,
  ...{ payouts: withFaults!.payouts.slice(0, 3), workerKills: 0, serverKills: 0, patienceMs: 240_000 },
  sandbox: {
    ...withFaults!.sandbox,
    faults: [{ kind: 'duplicate-check-off' as const, operations: ['createPayout' as const] }],
  },
};

async function main() {
  for (const engine of [ours, ...rivals])
    process.stdout.write(`${JSON.stringify(await tryOut(engine, work, 'planted', wrongBank))}\n`);
}

void main().then(() => process.exit(0));
