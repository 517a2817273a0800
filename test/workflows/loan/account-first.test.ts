import { ACCOUNT_FIRST, AFTER_ACCOUNT } from '../../../src/domain/loan/disbursement';
import { loanGuards } from '../../../src/workflows/loan/loan-handlers';

test('a loan refuses just the commands that the desk holds back while another account is proposed', () => {
  const loan = { isAccountProposed: true };
  type Fresh = { fresh?: (given: object) => unknown };
  const guards = loanGuards(loan as never) as Record<string, Fresh>;
  const refused = Object.entries(guards).filter(([, { fresh }]) => fresh?.({}) === ACCOUNT_FIRST);
  expect(refused.map(([name]) => name).sort()).toEqual([...AFTER_ACCOUNT].sort());
});

test('a board resolution is held back also where it is handed in as a document, and other documents are not', () => {
  const { submitDocument } = loanGuards({ isAccountProposed: true } as never);
  expect(submitDocument?.fresh?.({ tag: 'BOARD_RESOLUTION_DOC' } as never)).toBe(ACCOUNT_FIRST);
  expect(submitDocument?.fresh?.({ tag: 'PROOF_OF_ADDRESS' } as never)).toBeUndefined();
});
