import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repaymentStages, runningLoanStages } from '../../src/domain/loan-stages';
import { contract } from '../../src/service/contract';
import { lendingCustomers } from '../../src/service/contract/lending-customers';
import { loanApplications } from '../../src/service/contract/loan-applications';
import { loanOffers } from '../../src/service/contract/loan-offers';
import { repayments } from '../../src/service/contract/repayments';

const { createCustomer, createAccount } = contract;
const root = join(__dirname, '../..');
const matrix = readFileSync(join(root, 'docs/MATRIX.md'), 'utf8');
const rows = matrix.split('\n').filter((line) => /^\| [A-Z]/.test(line) && !line.startsWith('| Stage'));
const named = [...matrix.matchAll(/`([a-z-]+\.test\.ts) › ([^`]+)`/g)].map(
  ([, file, title]) => [file!, title!] as const,
);

/** The writes of a loan, its enrolment and its repayment. */
const writes = Object.entries({
  createCustomer,
  createAccount,
  ...lendingCustomers,
  ...loanApplications,
  ...loanOffers,
  ...repayments,
})
  .filter(([, { effect }]) => effect !== 'none')
  .map(([name]) => name);

test('every stage has its row, in order', () => {
  const running = Object.entries(repaymentStages).filter(([, row]) => !('final' in row));
  const stages = [...runningLoanStages, ...running.map(([stage]) => stage)];
  expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual(stages);
});

test.each([...new Set(named.map((pair) => pair.join(' › ')))])('%s is a test', (name) => {
  const [file = '', title = ''] = name.split(' › ');
  const source = readFileSync(join(root, 'test/workflows', file), 'utf8');
  expect(source).toContain(title.replaceAll("'", "\\'"));
});

test('every write of a loan has a lost reply', () => {
  const lost = rows.map((row) => row.split('|')[4] ?? '').join(' ');
  expect(writes.filter((write) => !lost.includes(write))).toEqual([]);
});
