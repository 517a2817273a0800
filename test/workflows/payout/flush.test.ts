import { Client } from '@temporalio/client';
import { reopenReversed } from '../../../src/activities/notifications/wake-ups';
import { LedgerReader } from '../../../src/activities/reconciliation/ledger';
import { REAL_TIME } from '../../../src/domain/time/clock';
import type { FlushFile } from '../../../src/domain/payout/input';
import { holderOf } from '../../../sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();
const SOURCE = '9000000002';

const flushTo = (code: string): FlushFile => {
  const accountNumber = `00000000${code}`;
  const file = payoutFile(holderOf('901', accountNumber), accountNumber, SOURCE);
  const { amountKobo: _amount, remark: _remark, ...flush } = file;
  return flush;
};
const start = (file: FlushFile) => environment.start('flushWorkflow', `flush:${file.reference}`, file);
const fund = (uniqueRef: string) =>
  environment.bank.ledger.move(
    { from: 'outside', to: SOURCE, amountKobo: 1_000_000, category: 'FUNDING', description: 'x', uniqueRef },
    environment.bank.now,
  );
const committed = (reference: string) =>
  environment.bank.committed.list({ effect: 'flush-committed', key: reference });
const balance = () => environment.bank.ledger.balanceOf(SOURCE);

test.each([
  ['all goes well', undefined],
  ['the reply to it is lost, and the bank would take it twice', 'reset-after'],
] as const)('a flush moves the whole balance once when %s', async (_what, kind) => {
  fund('x');
  if (kind) {
    environment.plant({ kind: 'duplicate-check-off', operations: ['flushAccount'] });
    environment.plant({ kind, operations: ['flushAccount'], count: 1 });
  }
  const file = flushTo('56');
  const before = balance();
  const flush = await start(file);
  const amountKobo = before - environment.bank.settings.payoutFeeKobo;
  expect(await flush.result()).toMatchObject({ status: 'SUCCESS', amountKobo, sourceAccountNumber: SOURCE });
  expect(committed(file.reference)).toMatchObject([{ amountKobo }]);
  expect(balance()).toBe(0);
});

test('who changes a flush is not told rules for its amount, which only the bank says', async () => {
  const file = flushTo('57');
  const flush = await start({ ...file, beneficiary: { ...file.beneficiary, accountName: 'Another Person' } });
  const { others } = await flush.untilAttention(1);
  expect(others).toBeDefined();
  expect(others?.amend?.rules).toBeUndefined();
  await flush.tell('cancel', { actor: 'operator-1', role: 'operator', reason: 'NO_LONGER_NEEDED' });
});

test('a flush under the reference of a payout that was never sent is found, and reopened once it came back', async () => {
  fund('y');
  const file = flushTo('56');
  const { accountName: _holder, ...beneficiary } = file.beneficiary;
  const payout = await environment.startPayout({
    ...{ ...file, amountKobo: 30_000, remark: 'Invoice 17' },
    beneficiary: { ...beneficiary, accountName: 'Another Person' },
  });
  await payout.untilAttention(1);
  await payout.tell('cancel', { actor: 'operator-1', role: 'operator', reason: 'NO_LONGER_NEEDED' });
  await payout.result();
  await (await start(file)).result();
  const { connection, namespace = 'default' } = environment.parts().env;
  const client = new Client({ connection, namespace });
  const found = await new LedgerReader(client, REAL_TIME).named([file.reference]);
  expect(found).toMatchObject([{ reference: file.reference, status: 'SUCCESS' }]);
  expect(await reopenReversed(client, file.reference, { clock: REAL_TIME })).toBe('reopened');
});
