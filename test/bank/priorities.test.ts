import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract, operationNames } from '../../src/bank/contract';
import { priorities } from '../../src/bank/contract/priorities';

const MONEY = ['createPayout', 'flushAccount'] as const;
const READS = ['getPayoutStatus', 'verifyTransaction'];
const WORKFLOWS = join(__dirname, '../../src/workflows');

test('what moves money, and the reads that tell what became of it, go before everything else', () => {
  const first = operationNames.filter((name) => priorities[name] === 1);
  expect(first.toSorted()).toEqual([...MONEY, ...READS].toSorted());
});

test('no write goes last', () => {
  for (const name of operationNames)
    if (contract[name].effect !== 'none') expect(priorities[name] ?? 1).toBeLessThan(4);
});

test('what a person waits for goes before other writes', () => {
  expect(priorities.acceptOffer).toBeLessThan(priorities.applyForLoan);
});

test('an operation has a priority exactly when a workflow of ours schedules it', () => {
  const sources = readdirSync(WORKFLOWS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(WORKFLOWS, file), 'utf8'))
    .join('\n');
  const isScheduled = (name: string) =>
    new RegExp(`\\b(urgent|routine|once|uploads)\\s*\\.${name}\\b`).test(sources);
  const ranked = operationNames.filter((name) => priorities[name] !== undefined);
  expect(ranked).toEqual(operationNames.filter(isScheduled));
  expect(ranked).not.toContain('setWebhook');
});
