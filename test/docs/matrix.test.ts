import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repaymentStages, runningLoanStages } from '../../src/domain/loan-stages';

const root = join(__dirname, '../..');
const matrix = readFileSync(join(root, 'docs/MATRIX.md'), 'utf8');
const rows = matrix.split('\n').filter((line) => /^\| [A-Z]/.test(line) && !line.startsWith('| Stage'));
const named = [...matrix.matchAll(/`([a-z-]+\.test\.ts) › ([^`]+)`/g)].map(
  ([, file, title]) => [file!, title!] as const,
);

/** The writes of a loan and its repayment, as the chaos run finds them in the committed log. */
const WRITES = [
  'createCustomer',
  'createAccount',
  'enrolCustomer',
  'startKyc',
  'applyForLoan',
  'submitUnderwriting',
  'linkBankStatement',
  'uploadLoanDocument',
  'startDecisioning',
  'acceptOffer',
  'declineOffer',
  'agreeToTerms',
  'submitBoardResolution',
  'setDisbursementAccount',
  'inviteGuarantor',
  'submitPostOfferKyc',
  'chargeRepayment',
];

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
  expect(WRITES.filter((write) => !lost.includes(write))).toEqual([]);
});
