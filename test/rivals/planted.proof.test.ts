import { ours } from '../../rivals/harness/ours';
import { rivals, whyNoRivals } from '../../rivals/harness/rival';
import { Program } from '../support/program';

const rows: Record<string, unknown>[] = [];
beforeAll(async () => {
  if (whyNoRivals() !== undefined) return;
  const { out } = await new Program('test/support/rivals/planted.ts', []).ended;
  rows.push(...out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)])));
});

(whyNoRivals() === undefined ? test : test.skip).each([ours, ...rivals])(
  'a planted double payment and a planted lost one are counted for $name $variant',
  ({ name, variant }) => {
    const row = rows.find((each) => each['engine'] === name && each['variant'] === variant);
    expect(row).toMatchObject({ payouts: 3, twice: 1, lost: 1, stuck: 0, namedWrongly: 0 });
  },
);
