import type { Client } from '@temporalio/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { followCase, type Following } from '../../src/cases/follow';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import { readCase } from '../../src/cases/snapshot';
import { startCase } from '../../src/cases/start';
import { batchInput } from '../../src/domain/batch/input';
import { loanInput } from '../../src/domain/loan/input';
import { payoutInput } from '../../src/domain/payout/input';
import { boardResolution, sample } from '../payouts';
import { createSimulatedOperators, unwilling, willing, type Answers } from '../simulated-operators';
import { persons } from './marks';
import { kinds } from '../../src/domain/kinds';

const EVERY_MS = 500;
const PATIENCE_MS = 6 * 60_000;
/** On so fast a clock no officer is to be asked for a second statement. */
const YEAR_HOURS = 365 * 24;

/** The borrower who repays, and the loan. */
export const CUSTOMER = 'CU-CANARY-1';
export const REPAID_LOAN = 'LN-CANARY-1-SIM-guarantor-SIM-charge';

const REPAYING: Answers = {
  ...willing,
  addGuarantor: { role: 'borrower', fields: persons.guarantor },
};

/** Further loans of the borrower who repays, who declines their offers. */
const FURTHER_LOANS = ['LN-CANARY-3', 'LN-CANARY-4', 'LN-CANARY-5'];

/** Whole lives of cases that hold every personal field; what each has come to. */
export function liveThrough(client: Client): Promise<readonly string[]> {
  return Promise.all([
    lendTo(client, repaidLoan(), REPAYING),
    lendTo(client, declinedLoan(), unwilling),
    pay(client, payoutTo('PO-CANARY-1', persons.beneficiary), {}),
    pay(client, doubtedPayout(), {
      cancel: { role: 'operator', fields: { reason: 'WRONG_BENEFICIARY' }, onAttention: true },
    }),
    payBatch(client),
  ]);
}

/** The same, with what only an erasure must remove: a note that names the customer, and further loans of theirs. */
export function liveToBeErased(client: Client): Promise<readonly string[]> {
  const acceptOffer = {
    role: 'borrower',
    fields: { note: `${persons.customer.lastName} has agreed` },
  } as const;
  return Promise.all([
    lendTo(client, repaidLoan(), { ...REPAYING, acceptOffer }),
    lendTo(client, declinedLoan(), unwilling),
    ...FURTHER_LOANS.map((reference) => lendTo(client, { ...repaidLoan(), reference }, unwilling)),
  ]);
}

/** Follows a case to its end and answers what it asks for; a case that does not end is `stuck in` where it was. */
async function ending(
  client: Client,
  workflowId: string,
  answers: Answers,
  follow: (following: Following) => Promise<string>,
): Promise<string> {
  const answer = createSimulatedOperators(client, workflowId, answers);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let last = 'nowhere';
  const onChange = (snapshot: CaseSnapshot) => {
    last = snapshot.attention ? `${snapshot.stage}: ${snapshot.attention.cause}` : snapshot.stage;
    answer(snapshot);
  };
  const end = follow({ everyMs: EVERY_MS, signal, onChange }).catch((error: unknown) => {
    if (signal.aborted) return `stuck in ${last}`;
    throw error;
  });
  return `${workflowId} ${await end}`;
}

async function lendTo(client: Client, file: { reference: string }, answers: Answers): Promise<string> {
  const { workflowId } = await startCase(client, kinds.loan, loanInput.parse(file));
  const follow = async (following: Following) =>
    (await followCase(client, kinds.loan, file.reference, following)).stage;
  return ending(client, workflowId, answers, follow);
}

async function pay(client: Client, file: { reference: string }, answers: Answers): Promise<string> {
  const { workflowId } = await startCase(client, kinds.payout, payoutInput.parse(file));
  const follow = async (following: Following) =>
    (await followCase(client, kinds.payout, file.reference, following)).status;
  return ending(client, workflowId, answers, follow);
}

async function payBatch(client: Client): Promise<string> {
  const example = sample('batch');
  const [first, ...others] = example.payouts;
  const file = batchInput.parse({ ...example, payouts: [{ ...first, ...persons.paidInBatch }, ...others] });
  const { workflowId } = await startCase(client, kinds.batch, file);
  const follow = async (following: Following) =>
    (await followCase(client, kinds.batch, file.reference, following)).stage;
  // What is approved has a digest, which the batch shows.
  const { facts } = await approvable(client, workflowId);
  const answers = { approve: { role: 'approver', fields: { expectedDigest: facts.digest } } } as const;
  return ending(client, workflowId, answers, follow);
}

async function approvable(client: Client, workflowId: string): Promise<CaseSnapshot> {
  for (;;) {
    const snapshot = await readCase(client, workflowId).catch(() => undefined);
    if (snapshot?.commands.includes('approve')) return snapshot;
    await sleep(EVERY_MS);
  }
}

function repaidLoan() {
  const example = sample('loan-application');
  const { street, city, otherStreet, statementAccount, statementPhone, ...customer } = persons.customer;
  const { address } = example.customer;
  return {
    ...example,
    reference: REPAID_LOAN,
    customer: {
      ...example.customer,
      ...customer,
      reference: CUSTOMER,
      address: { ...address, street, city },
    },
    underwriting: {
      ...example.underwriting,
      address: { ...example.underwriting.address, street: otherStreet, city },
    },
    application: { ...example.application, months: 1 },
    bankStatement: { ...example.bankStatement, accountNumber: statementAccount, phone: statementPhone },
    documents: [...example.documents, boardResolution()],
    policy: {
      repayment: { mode: 'charge', maximumAttempts: 10, retryAfterDays: 5 },
      deadlines: { BANK_STATEMENT: YEAR_HOURS },
    },
  };
}

function declinedLoan() {
  const example = sample('loan-application');
  const { street, ...customer } = persons.declining;
  const address = { ...example.customer.address, street };
  return {
    ...example,
    reference: 'LN-CANARY-2',
    customer: { ...example.customer, ...customer, address, reference: 'CU-CANARY-2' },
  };
}

const payoutTo = (reference: string, beneficiary: object) => ({
  ...sample('payout'),
  reference,
  beneficiary,
});

function doubtedPayout() {
  const { claimedName, ...account } = persons.doubted;
  return payoutTo('PO-CANARY-2', { ...account, accountName: claimedName });
}
