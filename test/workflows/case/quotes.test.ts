import { refusals } from '../../../src/bank/contract/refusals';
import { hold } from '../../support/workflows/holds';
import { startRepaying } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();
const inDocuments = { stage: 'DOCUMENTS', wishes: { without: ['ID_CARD_DOCS'] } } as const;

test('a quote tells what a loan would cost, as it was applied for and on other terms', async () => {
  const loan = await hold(environment, { ...inDocuments, wishes: { without: ['ID_CARD_DOCS'] } });
  await loan.tell('quote', { role: 'borrower' });
  const { facts: asked } = await loan.until(({ facts }) => facts.quotedAt !== undefined, 1);
  await loan.tell('quote', { amountKobo: 10_000_000, months: 2 });
  const { facts: other } = await loan.until(({ facts }) => facts.quotedKobo === 10_000_000, 1);
  expect(Number(asked.quotedTotalKobo)).toBeGreaterThan(Number(asked.quotedKobo));
  expect(other).toMatchObject({ quotedMonths: 2 });
  expect(Number(other.quotedTotalKobo)).toBeLessThan(Number(asked.quotedTotalKobo));
});

test('a quote that the bank refuses is noted, and the loan goes on', async () => {
  const loan = await hold(environment, { ...inDocuments, wishes: { without: ['ID_CARD_DOCS'] } });
  environment.parts().refusals.plan('calculateRepayment', refusals.applicationNotFound);
  await loan.tell('quote', { amountKobo: 12_345_600 });
  const { attention, facts } = await loan.until(
    ({ timeline }) => timeline.some(({ what }) => what.startsWith('No quote')),
    1,
  );
  expect(attention).toBeUndefined();
  expect(facts.quotedAt).toBeUndefined();
});

test('a quote for a loan in repayment tells what would settle it', async () => {
  const repayment = await startRepaying(environment, loanFile());
  await repayment.until(({ facts }) => facts.outstandingKobo != null, 1);
  await repayment.tell('quote');
  const { facts } = await repayment.until(({ facts: known }) => known.settlementKobo !== undefined, 1);
  expect(facts.settlementKobo).toBe(facts.outstandingKobo);
});
