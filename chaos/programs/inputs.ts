import { REAL_TIME } from '../../src/domain/time/clock';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes, type WorkflowType } from '../../src/domain/wire/workflow-types';
import type { BatchFile } from '../../src/domain/batch/input';
import type { LimitsFile } from '../../src/domain/transfer-limits/input';
import type { FlushFile, PayoutFile } from '../../src/domain/payout/input';
import { planPayments } from '../../sandbox/lending/disbursement';
import { instalmentsOf, sumOf } from '../../sandbox/lending/loan';
import { openAccount } from '../../sandbox/money/accounts';
import { holderOf } from '../../sandbox/money/banks';
import { BOOKS } from '../../sandbox/money/ledger';
import { moveMoney } from '../../sandbox/money/movements';
import type { BankState, ApplicationRecord, CustomerRecord } from '../../sandbox/bank-state';
import { usualCourse } from '../../sandbox/scenarios/courses';
import { dateOf } from '../../sandbox/time/clock';
import { loanOf } from '../readings/cases';
import { FLUSHED_ACCOUNT, PAYING_ACCOUNT } from '../readings/lender';
import type { PlannedCase, PlannedCourse } from './program';

/** How a case is begun, and what it is known by. */
export interface Beginning {
  readonly workflowId: string;
  readonly type: WorkflowType;
  readonly input: object;
  readonly reference: string;
  /** Payouts that it starts. */
  readonly rows: readonly string[];
}

const BANK = { bankCode: '901', bankName: 'Almond Bank' };
const MAKER = 'maker-1';

/** What a planned case is begun with, once its bank was told how it goes there. */
export function beginningOf(plan: PlannedCase, place: number, tag: string, bank: BankState): Beginning {
  const reference = `${PREFIXES[plan.kind]}-${tag}-${place}`;
  switch (plan.kind) {
    case 'payout':
      plot(bank, reference, plan.course);
      return begins('payout', reference, payoutFile(plan, reference, place));
    case 'flush': {
      plot(bank, reference, plan.course);
      const { amountKobo: _, remark: __, ...flush } = payoutFile(plan, reference, place);
      return begins('flush', reference, flush satisfies FlushFile);
    }
    case 'batch': {
      const rows = plan.rows.map((row, at) => ({ ...row, reference: `RW-${tag}-${place}-${at + 1}` }));
      rows.forEach((row) => plot(bank, row.reference, row.course));
      const input: BatchFile = {
        reference,
        createdBy: MAKER,
        source: { accountNumber: PAYING_ACCOUNT },
        payouts: rows.map((row, at) => ({
          reference: row.reference,
          amountKobo: row.amountKobo,
          ...beneficiary(100 * place + at),
          remark: 'Salary',
        })),
      };
      return { ...begins('batch', reference, input), rows: rows.map((row) => row.reference) };
    }
    case 'limits':
      return begins('limits', reference, {
        reference,
        createdBy: MAKER,
        accountNumber: FLUSHED_ACCOUNT,
        dailyNaira: plan.dailyNaira,
      } satisfies LimitsFile);
    case 'repayment':
      return repaymentOf(plan, reference, place, bank);
    case 'loan': {
      const file = loanOf(reference, tag, place);
      return begins('loan', reference, {
        ...file,
        application: { ...file.application, months: plan.months },
      });
    }
  }
}

const PREFIXES = {
  payout: 'PO',
  flush: 'FL',
  batch: 'BT',
  limits: 'LI',
  repayment: 'RP',
  loan: 'LN',
} as const;

const begins = (
  kind: 'payout' | 'flush' | 'batch' | 'limits' | 'loan',
  reference: string,
  input: object,
): Beginning => ({
  ...{ workflowId: caseId(kind, reference), type: workflowTypes[kind], input, reference, rows: [] },
});

const beneficiary = (place: number) => {
  const accountNumber = String(1_000_000_000 + place);
  return { ...BANK, accountNumber, accountName: holderOf(BANK.bankCode, accountNumber) };
};

const NAMES = {
  match: (name: string) => name,
  close: (name: string) => name.split(' ').slice(0, 2).join(' '),
  other: () => 'ANOTHER PERSON',
};

function payoutFile(
  { amountKobo, source, holder }: Extract<PlannedCase, { kind: 'payout' | 'flush' }>,
  reference: string,
  place: number,
): PayoutFile {
  const to = beneficiary(100 * place);
  return {
    reference,
    createdBy: MAKER,
    amountKobo,
    source: { accountNumber: source },
    beneficiary: { ...to, accountName: NAMES[holder](to.accountName) },
    remark: 'Invoice 17',
  };
}

/** Tells the bank how a payout is to go: refused at first, perhaps. */
function plot(
  { rules }: BankState,
  reference: string,
  { refusal, refusedTimes, ...course }: PlannedCourse,
): void {
  const when = { reference };
  rules.add({ subject: 'payout', when, then: course });
  if (refusal && refusedTimes) rules.add({ subject: 'payout', when, then: { refusal }, count: refusedTimes });
}

/** A borrower of before: whoever lists the customers meets a whole record. */
function customerNamed(id: string, place: number, { now }: BankState): CustomerRecord {
  const at = new Date(now).toISOString();
  const profile = {
    id,
    first_name: 'Earlier',
    last_name: 'Borrower',
    email: `borrower.${place}@example.com`,
    phone: '08000000009',
    dob: '1970-12-24T00:00:00.000Z',
    gender: 'FEMALE',
    bvn: `9999990200${place}`,
    nin: null,
    address: { street: '1 Sample Street', city: 'Ikeja', state: 'Lagos', country: 'Nigeria' },
    is_business: false,
    business_name: null,
    mode: 'sandbox',
    created_at: at,
    updated_at: at,
  };
  return { profile, lending: {} } as CustomerRecord;
}

/** A loan that was disbursed a while ago, followed from now on. */
function repaymentOf(
  plan: Extract<PlannedCase, { kind: 'repayment' }>,
  loanReference: string,
  place: number,
  bank: BankState,
): Beginning {
  const { principalKobo, months, policy, funded } = plan;
  const borrower = { ...usualCourse.borrower, ...plan.borrower };
  const [loanId, customerId] = [`loan-${loanReference}`, `customer-of-${loanReference}`];
  bank.customers.put(customerId, customerNamed(customerId, place, bank));
  bank.applications.put(loanReference, {
    borrower,
    request: { reference: loanReference },
  } as ApplicationRecord);
  const terms = { principalKobo, months, monthlyInterestPercent: 3 };
  const loan = bank.loans.put(loanId, {
    ...{ id: loanId, applicationId: loanReference, customerId, paidKobo: 0, disbursedAt: bank.now },
    instalments: instalmentsOf(terms, dateOf(bank.now)),
  });
  const account = openAccount(bank, { name: customerId, isStatic: true, customerId });
  if (funded) {
    const description = 'Opening balance';
    const amountKobo = sumOf(loan.instalments);
    moveMoney(bank, {
      from: BOOKS.outside,
      to: account.number,
      amountKobo,
      category: 'FUNDING',
      description,
    });
  }
  planPayments(bank, loan, borrower);
  const input = { loanReference, loanId, customerId, accountId: account.id, policy, clock: REAL_TIME };
  return {
    workflowId: caseId('repayment', loanId),
    type: workflowTypes.repayment,
    input,
    reference: loanReference,
    rows: [],
  };
}
