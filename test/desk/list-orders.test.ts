import { CaseCopy } from '../../src/records/projection/list';
import {
  BY_ROWS,
  markUnknown,
  nextRevision,
  writeSummary,
  type CaseSummary,
} from '../../src/records/projection/summary';
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

test('the latest payouts of the same amount to the same account are found, open or paid, with no other payout', async () => {
  const payee = { bankCode: '901', accountNumber: '0123456781' };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const payout = (reference: string, stage: string, more: Partial<CaseSummary> & { payee?: string } = {}) => {
    const { payee: account = '901:0123456781', ...rest } = more;
    const { snapshot } = summary(reference);
    const ended = ['SUCCESS', 'FAILED', 'REVERSED', 'CANCELLED', 'DONE', 'REJECTED'].includes(stage);
    return write(
      summary(reference, {
        ...{ kind: 'payout', workflowId: `payout:${reference}`, amountKobo: 25_000_000 },
        ...{
          words: [key.payeeOf(`${account}:${rest.amountKobo ?? 25_000_000}`)],
          changedAt: minutesAgo(1),
          ...rest,
        },
        snapshot: { ...snapshot, stage, stageTitle: `Is ${stage}`, ended },
      }),
    );
  };
  const paidAt = minutesAgo(20);
  await payout('PO-SELF', 'APPROVAL');
  await payout('PO-OPEN', 'APPROVAL', { changedAt: minutesAgo(10) });
  await payout('PO-PAID', 'SUCCESS', { changedAt: paidAt });
  await payout('PO-PAID-EARLIER', 'SUCCESS', { changedAt: minutesAgo(30) });
  await payout('PO-FOURTH', 'SUCCESS', { changedAt: minutesAgo(40) });
  for (const stage of ['FAILED', 'REVERSED', 'CANCELLED']) await payout(`PO-${stage}`, stage);
  await payout('PO-AMOUNT', 'SUCCESS', { amountKobo: 25_000_001 });
  await payout('PO-ACCOUNT', 'SUCCESS', { payee: '901:0123456782' });
  await payout('PO-BANK', 'SUCCESS', { payee: '902:0123456781' });
  await payout('PO-OLD', 'SUCCESS', { changedAt: minutesAgo(31 * 24 * 60), amountKobo: 7 });
  await payout('FL-1', 'SUCCESS', { kind: 'flush', amountKobo: 7 });
  const found = await new CaseCopy(records.pool, key).alike([
    { reference: 'PO-SELF', amountKobo: 25_000_000, beneficiary: payee },
    { reference: 'PO-SEVEN', amountKobo: 7, beneficiary: payee },
    { reference: 'LN-1' },
  ]);
  expect(found.map(({ of, reference }) => [of, reference])).toEqual([
    ['PO-SELF', 'PO-OPEN'],
    ['PO-SELF', 'PO-PAID'],
    ['PO-SELF', 'PO-PAID-EARLIER'],
  ]);
  expect(found[1]).toEqual({
    ...{
      of: 'PO-SELF',
      kind: 'payout',
      reference: 'PO-PAID',
      stageTitle: 'Is SUCCESS',
      on: paidAt.toISOString(),
    },
  });
});

test('a batch with a row of the same amount to the same account is found, unless it was rejected; a payout of a batch is no other one', async () => {
  const beneficiary = { bankCode: '901', accountNumber: '0123456789' };
  const add = (kind: 'payout' | 'batch', reference: string, stage: string, batch?: string) => {
    const { snapshot } = summary(reference);
    const of = { kind, workflowId: `${kind}:${reference}`, batch, changedAt: new Date() };
    const words = [key.payeeOf('901:0123456789:1234')];
    const ended = stage === 'DONE' || stage === 'REJECTED';
    return write(summary(reference, { ...of, words, snapshot: { ...snapshot, stage, ended } }));
  };
  await add('batch', 'BT-DONE', 'DONE');
  await add('batch', 'BT-OWN', 'APPROVAL');
  await add('batch', 'BT-REJECTED', 'REJECTED');
  await add('payout', 'ROW-1', 'APPROVAL', 'BT-OWN');
  const copy = new CaseCopy(records.pool, key);
  const found = async (reference: string, batch?: string) =>
    (await copy.alike([{ reference, amountKobo: 1_234, beneficiary }], batch))
      .map((one) => one.reference)
      .sort();
  expect(await found('NEW')).toEqual(['BT-DONE', 'BT-OWN', 'ROW-1']);
  expect(await found('ROW-2', 'BT-OWN')).toEqual(['BT-DONE']);
  expect(await found('ROW-1')).toEqual(['BT-DONE']);
});

test('a payout whose present state is unknown is named with that, not with the stage in which it was last seen', async () => {
  const { snapshot } = summary('PO-WEDGED');
  const of = {
    kind: 'payout',
    workflowId: 'payout:PO-WEDGED',
    amountKobo: 77,
    words: [key.payeeOf('901:7:77')],
  };
  await write(summary('PO-WEDGED', { ...of, snapshot, changedAt: new Date() }));
  const copy = new CaseCopy(records.pool, key);
  await markUnknown(records.pool, (await copy.find('payout', 'PO-WEDGED'))!, ['operator']);
  const beneficiary = { bankCode: '901', accountNumber: '7' };
  const [told] = await copy.alike([{ reference: '', amountKobo: 77, beneficiary }]);
  expect(told?.stageTitle).toBe('Present state unknown');
});

test.each([
  ['that has ended', 'DONE', {}, [BY_ROWS], true],
  ['that was cancelled while it was paid', 'CANCELLED', {}, [BY_ROWS], true],
  [
    'whose results nobody could read, but of which every row was paid',
    'DONE',
    { rows: 2, rowsSuccess: 2 },
    [],
    true,
  ],
  ['whose results nobody could read, with a row that failed', 'DONE', { rows: 2, rowsSuccess: 1 }, [], false],
  ['of which rows are being paid', 'PAYING', {}, [], false],
])(
  'a payee of a row of another batch %s counts accordingly as paid before',
  async (_, stage, facts, more, isPaid) => {
    const payee = '901:0123456781';
    const { snapshot } = summary('BT-1');
    const told = { ...snapshot, stage, facts };
    const words = [key.payeeOf(payee), ...more];
    await write(summary('BT-1', { kind: 'batch', words, snapshot: told }));
    const copy = new CaseCopy(records.pool, key);
    expect((await copy.paidBefore([payee])).has(payee)).toBe(isPaid);
    expect((await copy.paidBefore([payee], 'BT-1')).has(payee)).toBe(false);
  },
);
