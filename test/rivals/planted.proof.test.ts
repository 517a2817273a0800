import { ours } from '../../rivals/harness/ours';
import { openProgram, rivals } from '../../rivals/harness/rival';
import { tryOut } from '../../rivals/harness/trial';
import { works } from '../../rivals/harness/works';

const [, , , withFaults] = works('tiny');

test.each([ours, ...rivals])(
  'a planted double payment and a planted lost one are counted for $name $variant, by its programs and the log',
  async ({ name, variant, files, durability }) => {
    const program = 'test/support/rivals/wrong-engine.ts';
    const row = await tryOut(
      {
        ...{ name, variant, files, durability },
        open: (task) => openProgram(program, 'idiomatic', task, 'none'),
      },
      {
        ...withFaults!,
        ...{ payouts: withFaults!.payouts.slice(0, 3), workerKills: 0, serverKills: 0, patienceMs: 60_000 },
        sandbox: {
          ...withFaults!.sandbox,
          faults: [{ kind: 'duplicate-check-off', operations: ['createPayout'] }],
        },
      },
      'test',
    );
    expect(row).toMatchObject({
      engine: name,
      variant,
      payouts: 3,
      twice: 1,
      lost: 1,
      stuck: 0,
      namedWrongly: 0,
    });
  },
);
