import type { CaseSnapshot } from '../src/domain/case/snapshot';
import { caseId } from '../src/domain/wire/workflow-ids';
import { loanInput } from '../src/domain/loan/input';
import { payoutInput } from '../src/domain/payout/input';
import { followCase, type Following } from '../src/cases/follow';
import { startCase } from '../src/cases/start';
import type { Target } from './faults/fault-target';
import type { TestEnvironment } from './test-environment';
import { createSimulatedOperators, willing, type Answers } from './simulated-operators';
import { boardResolution, sample } from './payouts';
import { kinds } from '../src/domain/kinds';

/** A loan or a payout: whom its calls are about, and its way to the end. */
export interface TargetCase extends Target {
  /** Starts it, and leaves it where it waits for a person. */
  start(): Promise<unknown>;
  /** Starts it, where it has not begun yet, and follows it; the last stage, or `stuck in …` when it does not come to an end. */
  run(watch?: (snapshot: CaseSnapshot) => void): Promise<string>;
}

let made = 0;

/**
 * A loan of a borrower of its own who uses every write there is: an account for the disbursement, a board resolution,
 * a guarantor, an instalment that is charged.
 */
export function newLoan({ client }: TestEnvironment, name: string, answers: Answers = willing): TargetCase {
  const number = ++made;
  const reference = `LN-${number}-${name}-SIM-guarantor-SIM-charge`;
  const bvn = String(22_500_000_000 + number);
  const start = () => startCase(client, kinds.loan, loanInput.parse(loanFile(reference, bvn)));
  return {
    reference,
    bvn,
    start,
    async run(watch) {
      await start();
      const answer = createSimulatedOperators(client, caseId('loan', reference), answers);
      return endOf(watch, async (following) => {
        const both = (snapshot: CaseSnapshot) => {
          answer(snapshot);
          return following.onChange?.(snapshot);
        };
        return (await followCase(client, kinds.loan, reference, { ...following, onChange: both })).stage;
      });
    },
  };
}

/** Two minutes of real time: while a killed worker is missed no officer is to ask for a second statement. */
const YEAR_HOURS = 365 * 24;

function loanFile(reference: string, bvn: string) {
  const example = sample('loan-application');
  return {
    ...example,
    reference,
    // The holder of the account that the loan is paid into.
    customer: {
      ...example.customer,
      firstName: 'Sandbox',
      lastName: 'Merchant',
      reference: reference.replace(/^LN/, 'CU'),
      bvn,
    },
    application: { ...example.application, months: 1 },
    documents: [...example.documents, boardResolution()],
    disbursementAccount: { accountNumber: '9000000001', bankCode: '900' },
    policy: {
      repayment: { mode: 'charge', maximumAttempts: 10, retryAfterDays: 5 },
      deadlines: { BANK_STATEMENT: YEAR_HOURS },
    },
  };
}

/** A payout from the merchant's account. */
export function newPayout({ client }: TestEnvironment, name: string): TargetCase {
  const reference = `PO-${++made}-${name}`;
  const start = () => startCase(client, kinds.payout, payoutInput.parse({ ...sample('payout'), reference }));
  return {
    reference,
    start,
    async run(watch) {
      await start();
      return endOf(
        watch,
        async (following) => (await followCase(client, kinds.payout, reference, following)).status,
      );
    },
  };
}

/** Real milliseconds between two looks at a case. */
const LOOK_EVERY_MS = 500;
/** What has not ended by then is stuck, on a busy machine, too. */
const PATIENCE_MS = 15 * 60_000;

/** Follows a case to its end, or until patience ends. */
async function endOf(
  watch: (snapshot: CaseSnapshot) => void = () => undefined,
  follow: (following: Following) => Promise<string>,
): Promise<string> {
  let last = 'nowhere';
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const onChange = (snapshot: CaseSnapshot) => {
    last = snapshot.attention ? `${snapshot.stage}: ${snapshot.attention.cause}` : snapshot.stage;
    watch(snapshot);
  };
  try {
    return await follow({ everyMs: LOOK_EVERY_MS, signal, onChange });
  } catch (error) {
    if (signal.aborted) return `stuck in ${last}`;
    throw error;
  }
}
