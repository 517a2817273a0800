import type { enrolmentStages } from '../../../src/domain/enrolment/stages';
import type { loanStages } from '../../../src/domain/loan/stages';
import type { repaymentStages } from '../../../src/domain/repayment/stages';
import { operationNamed, type OperationName } from '../../../src/bank/contract';
import type { Rule } from '../../../sandbox/scenarios/rules';
import type { TestEnvironment } from '../../test-environment';
import { differences, largestCount, type Outcome, controlRun } from '../../effects';
import { momentsOf, survive, type Kill, type Survival } from '../../faults/kills';
import { log, type Row } from '../../report';
import { newLoan } from '../../target-cases';
import type { Attack } from '../run';

type Running<Table> = { [S in keyof Table]: Table[S] extends { final: true } ? never : S }[keyof Table];
/** Only people bring a loan to `CLOSING`. */
type Stage =
  | Running<typeof enrolmentStages>
  | Exclude<Running<typeof loanStages>, 'CLOSING'>
  | Running<typeof repaymentStages>;

/** What a stage does at the bank when the worker is killed in it. */
interface Deed {
  readonly call: OperationName;
  /** For a call that other stages make, too: waits long enough in this one to be seen there. */
  readonly lingers?: Pick<Rule, 'subject' | 'then'>;
}

const TWO_MONTHS_SECONDS = 60 * 86_400;

const deeds: Readonly<Record<Stage, Deed>> = {
  CUSTOMER: { call: 'createCustomer' },
  ACCOUNT: { call: 'createAccount' },
  KYC: { call: 'startKyc' },
  ENROLMENT: { call: 'enrolCustomer' },
  APPLICATION: { call: 'applyForLoan' },
  UNDERWRITING: { call: 'submitUnderwriting' },
  BANK_STATEMENT: { call: 'linkBankStatement' },
  DOCUMENTS: { call: 'uploadLoanDocument' },
  DECISION: { call: 'startDecisioning' },
  OFFER: { call: 'acceptOffer' },
  TERMS: { call: 'agreeToTerms' },
  BOARD_RESOLUTION: { call: 'submitBoardResolution' },
  GUARANTOR: { call: 'inviteGuarantor' },
  POST_OFFER_KYC: { call: 'submitPostOfferKyc' },
  DISBURSEMENT: {
    call: 'getLoanApplication',
    lingers: { subject: 'loan', then: { disbursementSeconds: TWO_MONTHS_SECONDS } },
  },
  REPAYING: { call: 'chargeRepayment' },
  ARREARS: {
    call: 'getRepaymentSchedule',
    // Until Temporal misses the poll of a worker that was killed in another stage, three months pass.
    lingers: { subject: 'borrower', then: { lateDays: 180, awaitsCharge: false } },
  },
};

/** A write that must not be repeated blindly, killed when it has happened. */
const leavesInDoubt = ({ call, moment }: Kill) =>
  operationNamed(call).effect === 'once' && moment === 'after the commit';

/** A loan of its own for each moment of a stage. */
const killsIn = (environment: TestEnvironment, stage: string, { call, lingers }: Deed): Kill[] =>
  momentsOf(call).map((moment) => {
    const target = newLoan(environment, stage);
    const when = { reference: target.reference };
    if (lingers) environment.sandbox.state.rules.add({ ...lingers, when } as Rule);
    return { target, call, moment, from: lingers && stage };
  });

async function attack(environment: TestEnvironment, { quick }: { quick: boolean }): Promise<Row[]> {
  const model = await controlRun(environment, newLoan(environment, 'control'));
  log(`In the control run, a loan ends ${model.end}.`);
  const cases = Object.entries(deeds)
    .flatMap(([stage, deed]) => killsIn(environment, stage, deed).map((kill) => ({ stage, kill })))
    .filter(({ kill }) => !quick || leavesInDoubt(kill));
  const survivals = await survive(
    environment,
    cases.map(({ kill }) => kill),
  );
  return survivals.map((survival, place) => {
    const { stage, kill } = cases[place]!;
    return rowOf(stage, kill, survival, model);
  });
}

function rowOf(stage: string, { target, moment }: Kill, survival: Survival, model: Outcome): Row {
  const { end, entries, wasHit } = survival;
  const effects = largestCount(entries);
  const different = differences(survival, model);
  if (!wasHit) log(`  ${target.reference} was never hit`);
  if (different.length > 0) log(`  ${target.reference} committed ${different.join(', ')}`);
  const isSame = end === model.end && different.length === 0;
  return { fields: { stage, moment, end, effects }, holds: wasHit && isSame && effects === 1 };
}

export const loanKills: Attack = {
  proves: 'The worker is killed (kill -9) at every stage of a loan: it ends the same, with each effect once.',
  attack,
};
