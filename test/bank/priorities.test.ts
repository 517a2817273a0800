import { contract, operationNames } from '../../src/bank/contract';
import { priorities } from '../../src/bank/contract/priorities';

const MONEY = ['createPayout', 'flushAccount', 'chargeRepayment'] as const;

test('what moves money, and the reads that tell what became of it, go before everything else', () => {
  const first = operationNames.filter((name) => priorities[name] === 1);
  expect(first).toEqual(expect.arrayContaining([...MONEY, 'getPayoutStatus', 'verifyTransaction']));
  expect(first).toHaveLength(MONEY.length + 2);
});

test('no write goes last', () => {
  for (const name of operationNames)
    if (contract[name].effect !== 'none') expect(priorities[name]).toBeLessThan(4);
});

test('what a person waits for goes before other writes', () => {
  expect(priorities.acceptOffer).toBeLessThan(priorities.applyForLoan);
});
