import { ACCOUNT_FIRST, AFTER_ACCOUNT } from '../../../src/domain/loan/disbursement';
import { loanGuards } from '../../../src/workflows/loan/loan-handlers';

test('a loan refuses just the commands that the desk holds back while another account is proposed', () => {
  const loan = { commands: { proposals: { has: (name: string) => name === 'setDisbursementAccount' } } };
  type Fresh = { fresh?: (given: object) => unknown };
  const guards = loanGuards(loan as never) as Record<string, Fresh>;
  const refused = Object.entries(guards).filter(([, { fresh }]) => fresh?.({}) === ACCOUNT_FIRST);
  expect(refused.map(([name]) => name).sort()).toEqual([...AFTER_ACCOUNT].sort());
});
