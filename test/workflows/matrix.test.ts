import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loanCommands } from '../../src/domain/loan/commands';
import { loanStages } from '../../src/domain/loan/stages';
import { repaymentStages } from '../../src/domain/repayment/stages';
import { payoutStages } from '../../src/domain/payout/stages';
import { operationNamed, operationNames } from '../../src/bank/contract';
import { matrix, matrixPage } from '../support/workflows/matrix/page';

/** The text of a test file, be it run by `npm test`, `npm run test:slow` or `npm run proofs`. */
function source(file: string): string {
  const paths = ['test.ts', 'slow.test.ts', 'proof.test.ts'].map((end) => join(__dirname, `${file}.${end}`));
  return readFileSync(paths.find((path) => existsSync(path)) ?? file, 'utf8');
}

const stages = { ...loanStages, ...repaymentStages, ...payoutStages };

/** Writes that no workflow here makes. */
const UNUSED = ['flushAccount', 'updateTransferLimits', 'setWebhook', 'resendWebhookEvent'];

test('the page of the matrix has a row for every walk', () => {
  const rows = matrixPage()
    .split('\n')
    .filter((line) => line.startsWith('| '));
  expect(rows).toHaveLength(matrix.length + 1);
});

test.each([...new Set(matrix.map(({ file }) => file))])('every test that is named in %s exists', (file) => {
  const titles = matrix.filter((walk) => walk.file === file).map(({ title }) => title);
  const text = source(file);
  expect(titles.filter((title) => !text.includes(`'${title}'`))).toEqual([]);
});

test('every stage that can be left stands in it with an exit', () => {
  const running = Object.entries(stages).filter(([, row]) => !('final' in row));
  const walked = new Set<string>(matrix.filter(({ kind }) => kind === 'exit').map(({ stage }) => stage));
  expect(running.map(([stage]) => stage).filter((stage) => !walked.has(stage))).toEqual([]);
});

test('every stage that can be withdrawn from is withdrawn from', () => {
  const walked = matrix.filter(({ what }) => what === 'WITHDRAWN').map(({ stage }) => stage);
  expect(walked.sort()).toEqual([...loanCommands.withdraw.stages].sort());
});

test('every write of a workflow stands in it with a lost reply', () => {
  const writes = operationNames.filter(
    (name) => operationNamed(name).effect !== 'none' && !UNUSED.includes(name),
  );
  const lost = new Set(matrix.filter(({ kind }) => kind === 'lost reply').map(({ what }) => what));
  expect(writes.filter((name) => !lost.has(name))).toEqual([]);
});
