import { readFileSync } from 'node:fs';
import { factsOf } from '../../src/desk/views/case-page';
import { borrowerOf } from '../../src/desk/views/details';
import { detailsIn } from '../../src/domain/case/details';
import { kinds } from '../../src/domain/kinds';
import type { LoanFile } from '../../src/domain/loan/input';

const loanFile = JSON.parse(readFileSync('examples/loan-application.json', 'utf8')) as LoanFile;

test('a loan tells what the borrower wants it for', () => {
  const { customer, application } = loanFile;
  expect(borrowerOf(detailsIn({ customer, application }), false)).toMatchObject(application);
});

test('facts that programs name have labels in words of bank staff', () => {
  const facts = { nameVerdict: 'match', disbursementNameVerdict: 'close', policyVersion: 3 };
  expect(factsOf(facts).map(({ label }) => label)).toEqual([
    ...['Name comparison', 'Disbursement name comparison', 'Version of the rules for approvals'],
  ]);
});

test('the commands that hold a payout back and release it say who must act next', () => {
  const { hold, release } = kinds.payout.commands;
  expect(hold?.summary).toContain('until an operator or a supervisor releases it');
  expect(release?.summary).toContain('an approver acts next if an approval is missing');
});
