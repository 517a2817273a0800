import type { enrolmentStages, loanStages, repaymentStages } from '../../src/domain/loan-stages';
import { operationNamed, type OperationName } from '../../src/service/contract';
import type { Rule } from '../../src/sandbox/scenarios/rule';
import type { Arena } from '../arena';
import { differences, largestCount, type Outcome } from '../effects';
import { momentsOf, survive, type Kill, type Survival } from '../kills';
import { say } from '../report';
import { newLoan } from '../subjects';
import { undisturbed } from '../undisturbed';
import type { Row, Run } from './run';

type Running<Table> = { [S in keyof Table]: Table[S] extends { final: true } ? never : S }[keyof Table];
type Stage = Running<typeof enrolmentStages> | Running<typeof loanStages> | Running<typeof repaymentStages>;

/** What a stage does at the service when the worker is killed in it. */
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
    lingers: { subject: 'borrower', then: { lateDays: 60, awaitsCharge: false } },
  },
};

/** A write that must not be repeated blindly, killed when it has happened. */
const leavesInDoubt = ({ call, moment }: Kill) =>
  operationNamed(call).effect === 'once' && moment === 'after the commit';

/** A loan of its own for each moment of a stage. */
const killsIn = (arena: Arena, stage: string, { call, lingers }: Deed): Kill[] =>
  momentsOf(call).map((moment) => {
    const subject = newLoan(arena, stage);
    const when = { reference: subject.reference };
    if (lingers) arena.sandbox.world.rules.add({ ...lingers, when } as Rule);
    return { subject, call, moment, from: lingers && stage };
  });

async function attack(arena: Arena, { quick }: { quick: boolean }): Promise<Row[]> {
  const model = await undisturbed(arena, newLoan(arena, 'undisturbed'));
  say(`Undisturbed, a loan ends ${model.end}.`);
  const cases = Object.entries(deeds)
    .flatMap(([stage, deed]) => killsIn(arena, stage, deed).map((kill) => ({ stage, kill })))
    .filter(({ kill }) => !quick || leavesInDoubt(kill));
  const survivals = await survive(
    arena,
    cases.map(({ kill }) => kill),
  );
  return survivals.map((survival, place) => {
    const { stage, kill } = cases[place]!;
    return rowOf(stage, kill, survival, model);
  });
}

function rowOf(stage: string, { subject, moment }: Kill, survival: Survival, model: Outcome): Row {
  const { end, entries, wasHit } = survival;
  const effects = largestCount(entries);
  const different = differences(survival, model);
  if (!wasHit) say(`  ${subject.reference} was never hit`);
  if (different.length > 0) say(`  ${subject.reference} committed ${different.join(', ')}`);
  const isSame = end === model.end && different.length === 0;
  return { fields: { stage, moment, end, effects }, holds: wasHit && isSame && effects === 1 };
}

export const loanKills: Run = {
  proves: 'The worker is killed (kill -9) at every stage of a loan: it ends the same, with each effect once.',
  attack,
};
