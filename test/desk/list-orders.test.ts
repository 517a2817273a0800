import { CaseCopy } from '../../src/records/projection/list';
import { nextRevision, writeSummary, type CaseSummary } from '../../src/records/projection/summary';
import { key, summary } from '../support/desk/summaries';
import { testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());

const write = async (one: CaseSummary) => writeSummary(records.pool, one, await nextRevision(records.pool));

/** A case that has waited for this long, and waits for an approver. */
function toApprove(reference: string, since: string): CaseSummary {
  const { snapshot } = summary(reference);
  const approval = { roles: ['approver'], makers: ['maker-1'], approvers: [] } as never;
  return summary(reference, { snapshot: { ...snapshot, commands: ['approve'], approval }, since });
}

test('what is proposed waits from when it was proposed, and not as long as its case', async () => {
  const on = (day: number) => `2030-02-0${day}T00:00:00.000Z`;
  const since = on(1);
  const { approval, ...snapshot } = toApprove('A', since).snapshot;
  const proposals = [5, 6].map((day) => ({ ...approval!, since: on(day) })) as never;
  await write({ ...toApprove('A', since), snapshot: { ...snapshot, proposals } });
  const waiting = { since: on(4) } as never;
  const asked = toApprove('B', since);
  await write({ ...asked, snapshot: { ...asked.snapshot, waiting } });
  await write(toApprove('C', on(3)));
  const ada = { subject: 'ada', roles: ['approver'] };
  const { listed } = await new CaseCopy(records.pool, key).approvals(ada, { sort: 'waiting' }, 9, 0);
  expect(listed.map(({ reference }) => reference)).toEqual(['C', 'B', 'A']);
});

test('many payouts of a common name do not hide the one loan of that name', async () => {
  const changedAt = (minute: number) => new Date(Date.UTC(2030, 0, 2, 0, minute));
  const name = 'Musa Danjuma';
  const words = key.indexOf([name]);
  for (let place = 1; place <= 15; place++) {
    const workflowId = `payout:PO-${place}`;
    const payout = { kind: 'payout', workflowId, changedAt: changedAt(place), words };
    await write(summary(`PO-${place}`, { ...payout, sealed: key.seal(workflowId, { name }) }));
  }
  await write(summary('LN-OLD', { words, sealed: key.seal('loan:LN-OLD', { name }) }));
  const me = { subject: 'me', roles: ['officer'] };
  const copy = new CaseCopy(records.pool, key);
  const found = await copy.page({ q: 'danjuma' }, { name: 'open', me }, 'found', 12);
  expect(found.slice(0, 3).map(({ reference }) => reference)).toEqual(['PO-15', 'LN-OLD', 'PO-14']);
});
