import { patched } from '@temporalio/workflow';
import { instantText } from '../../domain/case/snapshot';
import { onTerms, statementFrom } from '../../domain/loan/application';
import { loanCommands, type LoanCommands } from '../../domain/loan/commands';
import { ACCOUNT_FIRST, AFTER_ACCOUNT } from '../../domain/loan/disbursement';
import { whyNotOwn } from '../../domain/loan/documents';
import type { LoanInput } from '../../domain/loan/input';
import { lendingConfirmation, USUAL_LENDING_POLICY } from '../../domain/loan/policy';
import type { AnyCommand, CommandPolicy, Guards, Handlers } from '../case/commands/behaviour';
import type { LoanCase } from './loan-case';
import { BOARD_RESOLUTION } from './post-offer/board-resolution';
import { quoteTerms } from './quote';

export type Revision = (input: LoanInput) => LoanInput;

export const loanHandlers = (loan: LoanCase): Handlers<LoanCommands> => ({
  submitDocument: ({ tag, path, sha256 }) => loan.documents.submit(tag, { path, sha256 }),
  submitBoardResolution: ({ path, sha256 }) => loan.documents.submit(BOARD_RESOLUTION, { path, sha256 }),
  rejectDocument({ tag, reason }) {
    loan.documents.reject(tag, reason);
    // While documents are collected, the loan waits for it by itself; one that may be disbursed waits for nobody.
    if (loan.stage === 'DOCUMENTS' || loan.mayBeDisbursed || !patched('rejected-document-holds')) return;
    const question = `Another document for ${tag}, which was rejected: ${reason}`;
    loan.applicantReturn.begin({ reason: 'DOCUMENT_REJECTED', question, tag });
  },
  setDisbursementAccount(command) {
    const { accountNumber, bankCode } = command;
    loan.accountNamers.push(command);
    loan.revise((input) => ({ ...input, disbursementAccount: { accountNumber, bankCode } }));
  },
  correctBankStatement: (given) =>
    loan.revise((input) => ({ ...input, bankStatement: statementFrom(input.bankStatement, given) })),
  quote: (terms) => void quoteTerms(loan, terms),
  updateApplication: (terms) =>
    loan.revise((input) => ({ ...input, application: onTerms(input.application, terms) })),
  returnToApplicant: ({ reason, question }) => loan.applicantReturn.begin({ reason, question }),
  resumeApplication: () => loan.applicantReturn.end(),
  withdraw: ({ reason }) => loan.stop('WITHDRAWN', reason),
  closeAsExpired: () => loan.stop('OFFER_EXPIRED', 'the offer has expired, as a person says'),
  resolveAttention({ actor, outcome, loanId, evidence }) {
    loan.note(actor, `Evidence: ${outcome}`, evidence);
    loan.resolveDisbursement(outcome === 'DISBURSED' ? loanId : undefined);
  },
});

export const loanGuards = (loan: LoanCase): Guards<LoanCommands> => {
  const ownPath = ({ path }: { path: string }) => whyNotOwn(path, loan.definition.reference);
  const accountFirst = () => (loan.isAccountProposed ? ACCOUNT_FIRST : undefined);
  const guards: Guards<LoanCommands> = {
    submitDocument: {
      content: ownPath,
      fresh: ({ tag }) => (tag === BOARD_RESOLUTION ? accountFirst() : undefined),
    },
    submitBoardResolution: { content: ownPath },
    // A loan that may be disbursed is never held.
    rejectDocument: { fresh: () => whyNotBack(loan, 'rejectDocument') },
    withdraw: { now: () => whyNotBack(loan, 'withdraw') },
    closeAsExpired: { now: () => whyNotExpired(loan) },
    returnToApplicant: { now: () => whyNotBack(loan, 'returnToApplicant') },
    resumeApplication: { now: () => loan.applicantReturn.whyNotOver() },
    quote: { now: () => (loan.isParsed ? undefined : 'It is still being read.') },
    correctCustomer: {
      fresh: ({ bvn = '', nin = '', dateOfBirth = '' }) =>
        bvn + nin + dateOfBirth === ''
          ? 'give at least one of bvn, nin and dateOfBirth: the same again where the bank has corrected it'
          : undefined,
    },
    confirmCustomer: { subject: () => ({ customerId: loan.customerInQuestion }) },
    skip: { subject: () => loan.standing },
    confirmAccountHolder: {
      subject: () => ({ ...loan.input.disbursementAccount }),
      content: ({ endsWith }) =>
        endsWith === loan.facts.disbursementEndsWith
          ? undefined
          : `the account that the loan is paid into ends in ${loan.facts.disbursementEndsWith}, not in ${endsWith}`,
    },
    resolveAttention: {
      now: () => (loan.isComparing ? 'An earlier answer is being compared with the bank.' : undefined),
      subject: () => loan.standing,
      content: ({ outcome, loanId }) =>
        outcome === 'DISBURSED' && loanId === undefined ? 'loanId must name the loan' : undefined,
    },
  };
  const held = AFTER_ACCOUNT.map((name) => [name, { ...guards[name], fresh: accountFirst }] as const);
  return unlessEnding(loan, { ...guards, ...Object.fromEntries(held) });
};

/** A loan that a person has ended takes notes alone until it has ended. */
function unlessEnding(loan: LoanCase, guards: Guards<LoanCommands>): Guards<LoanCommands> {
  const names = (Object.keys(loanCommands) as (keyof LoanCommands)[]).filter((name) => name !== 'addNote');
  const each = names.map((name) => {
    const now = () => (loan.isEnding ? 'The loan is being ended.' : guards[name]?.now?.());
    return [name, { ...guards[name], now }] as const;
  });
  return { ...guards, ...Object.fromEntries(each) };
}

export const loanPolicy = (loan: LoanCase): CommandPolicy<AnyCommand<LoanCommands>> => {
  const policy = () => (loan.isParsed ? loan.input.lending : USUAL_LENDING_POLICY);
  return {
    roles: (name) => policy().commands[name]?.roles,
    confirmation: (command) => lendingConfirmation(policy(), command, loan.input.application.amountKobo),
    makers: () => loan.accountNamers.map(({ actor }) => actor),
    expiresHours: () => policy().proposalExpiresHours,
  };
};

const whyNotBack = ({ mayBeDisbursed }: LoanCase, command: string) =>
  mayBeDisbursed ? `${command} is not possible any more: the loan may be disbursed.` : undefined;

/** An offer without an expiry may have expired at any time. */
function whyNotExpired(loan: LoanCase): string | undefined {
  if (loan.mayBeAccepted) return 'The bank may have the acceptance: wait for its answer, or withdraw.';
  const { offerExpiresAt } = loan.facts;
  return typeof offerExpiresAt === 'string' && loan.now() < offerExpiresAt
    ? `The offer can be accepted until ${instantText(offerExpiresAt)}.`
    : undefined;
}
