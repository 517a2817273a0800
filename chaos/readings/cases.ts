import { caseId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes, type WorkflowType } from '../../src/domain/wire/workflow-types';
import type { BatchFile } from '../../src/domain/batch/input';
import type { LoanFile } from '../../src/domain/loan/input';
import type { FlushFile, PayoutFile } from '../../src/domain/payout/input';
import { holderOf } from '../../sandbox/money/banks';
import { boardResolution, sample } from '../payouts';
import { KNOWN_BVN } from './bank';
import type { Wanted } from './evidence';
import { FLUSHED_ACCOUNT, PAYING_ACCOUNT } from './lender';
import type { Plan } from './trial';

/** A case to be started, or that another one starts. */
export interface NewCase {
  readonly name: string;
  readonly workflowId: string;
  readonly wanted: Wanted;
  /** None for a case that another one starts. */
  readonly start?: { readonly type: WorkflowType; readonly input: object };
  /** The stage in which its borrower thinks better of it. */
  readonly withdrawnIn?: string;
  /** Its borrower leaves the offer unanswered. */
  readonly unanswered?: true;
  /** The case that must be over before this one begins; left out, it begins at once. */
  readonly after?: string;
}

const BANK = { bankCode: '901', bankName: 'Almond Bank' };
const ROWS = 3;
/** The last digits of a beneficiary's account choose the course that the bank takes; these take the usual one. */
const USUAL = '70';
/** These take hours, so that the bank shows the payout while it is under way. */
const LATE = '05';

const beneficiaryOf = (ending: string, place = 0) => {
  const accountNumber = ending === USUAL ? String(1_000_000_000 + place) : `00000000${ending}`;
  return { ...BANK, accountNumber, accountName: holderOf(BANK.bankCode, accountNumber) };
};

const payeeOf = ({ bankCode, accountNumber }: { bankCode: string; accountNumber: string }) =>
  `${bankCode} ${accountNumber}`;

/** A loan that needs a guarantor, whose resolution is sent back once, and that is charged. */
const FULL_COURSE = 'SIM-guarantor-SIM-board-fails-SIM-charge';
const BOARD_RESOLUTION = boardResolution().tag;

/** The cases of a trial: payouts, a batch, a flush, a loan that is withdrawn, and where a loan runs to its end, all else that a bank can make of them. */
export function casesOf({ tag, withLoan, ending = '04' }: Plan): NewCase[] {
  return [
    payoutCase('payout', payoutOf(`PO-${tag}`, USUAL)),
    payoutCase('other payout', payoutOf(`PX-${tag}`, ending)),
    ...batchCases(batchOf(tag)),
    flushCase(flushOf(`FL-${tag}`)),
    ...loanCases('withdrawn loan', loanOf(`LW-${tag}`, tag, 1, 3), { withdrawnIn: 'OFFER' }),
    ...(withLoan ? furtherCases(tag) : []),
  ];
}

/** Payouts that come back, or are refused; loans that run to their end, are rejected, or are the second of their borrower. */
function furtherCases(tag: string): NewCase[] {
  const { documents: _none, ...rejected } = loanOf(`LR-${tag}`, tag, 3);
  const { documents: sent = [], ...loan } = loanOf(`LN-${tag}-${FULL_COURSE}`, tag, 2);
  const next = loanOf(`LX-${tag}-SIM-offer-short`, tag, 1);
  return [
    payoutCase('returned payout', payoutOf(`PR-${tag}`, '06')),
    payoutCase('refused payout', payoutOf(`PB-${tag}`, '03')),
    ...loanCases('loan', { ...loan, documents: sent.filter(({ tag: kind }) => kind !== BOARD_RESOLUTION) }),
    ...loanCases('rejected loan', { ...rejected, customer: { ...rejected.customer, bvn: KNOWN_BVN } }),
    ...loanCases(
      'next loan',
      { ...next, bankStatement: { sortCode: '901' } },
      { unanswered: true, after: 'withdrawn loan' },
    ),
  ];
}

function payoutCase(name: string, input: PayoutFile): NewCase {
  const { reference, amountKobo, beneficiary } = input;
  return {
    name,
    workflowId: caseId('payout', reference),
    wanted: { reference, amountKobo, payee: payeeOf(beneficiary) },
    start: { type: workflowTypes.payout, input },
  };
}

const payoutOf = (reference: string, ending: string): PayoutFile => ({
  reference,
  amountKobo: 1_050_000,
  source: { accountNumber: PAYING_ACCOUNT },
  beneficiary: beneficiaryOf(ending),
  remark: 'Invoice 17',
});

const batchOf = (tag: string): BatchFile => ({
  reference: `BT-${tag}`,
  createdBy: 'maker-1',
  source: { accountNumber: PAYING_ACCOUNT },
  payouts: Array.from({ length: ROWS }, (_, place) => ({
    reference: `RW-${tag}-${place + 1}`,
    amountKobo: 20_000 + place,
    ...beneficiaryOf(place + 1 === ROWS ? LATE : USUAL, place + 1),
    remark: 'Salary',
  })),
});

function batchCases(input: BatchFile): NewCase[] {
  const { reference } = input;
  const rows = input.payouts.map((row): NewCase => {
    const wanted = { reference: row.reference, amountKobo: row.amountKobo, payee: payeeOf(row) };
    return { name: `row of ${reference}`, workflowId: caseId('payout', row.reference), wanted };
  });
  const start = { type: workflowTypes.batch, input };
  return [{ name: 'batch', workflowId: caseId('batch', reference), wanted: { reference }, start }, ...rows];
}

const flushOf = (reference: string): FlushFile => ({
  reference,
  source: { accountNumber: FLUSHED_ACCOUNT },
  beneficiary: beneficiaryOf(USUAL, ROWS + 1),
});

const flushCase = (input: FlushFile): NewCase => ({
  name: 'flush',
  workflowId: caseId('flush', input.reference),
  wanted: { reference: input.reference, payee: payeeOf(input.beneficiary) },
  start: { type: workflowTypes.flush, input },
});

/** The holder of the account that the loans are paid into, which no payout leaves. */
const HOLDER = { firstName: 'Sandbox', lastName: 'Merchant Locked' };

/** A loan to a borrower of the trial. */
export function loanOf(reference: string, tag: string, borrower: number, months = 1): LoanFile {
  const example = sample('loan-application') as LoanFile;
  const bvn = String(22_500_000_000 + borrower);
  return {
    ...example,
    reference,
    customer: { ...example.customer, ...HOLDER, reference: `CU-${tag}-${borrower}`, bvn },
    application: { ...example.application, months },
    documents: [...(example.documents ?? []), boardResolution()],
    disbursementAccount: { accountNumber: '9000000003', bankCode: '900' },
    policy: { repayment: { mode: 'charge', graceDays: 1, maximumAttempts: 5, retryAfterDays: 3 } },
  };
}

function loanCases(
  name: string,
  input: LoanFile,
  more: Pick<NewCase, 'withdrawnIn' | 'unanswered' | 'after'> = {},
): NewCase[] {
  const { reference, customer } = input;
  const wanted = { reference, bvn: customer.bvn };
  const start = { type: workflowTypes.loan, input };
  return [
    { name, workflowId: caseId('loan', reference), wanted, start, ...more },
    {
      name: `enrolment of ${name}`,
      workflowId: caseId('enrolment', customer.reference),
      wanted,
      ...(more.after !== undefined && { after: more.after }),
    },
  ];
}
