import type { RepaymentCommands } from '../../domain/repayment/commands';
import { dueBy, type Instalment } from '../../domain/repayment/instalments';
import type { Guards, Handlers } from '../case/commands/behaviour';
import { quoteSettlement, type SettlementQuoted } from '../loan/quote';
import { chargesAsked, type ChargeLog } from './charge-log';

/** What the commands change in a repayment, and what their guards look at. */
interface SteeredRepayment extends SettlementQuoted {
  readonly charges: ChargeLog;
  readonly schedule: readonly Instalment[];
  readonly nowMs: number;
  note(by: string, what: string, note?: string): void;
  pauseCharging(isPaused: boolean): void;
}

type OwnHandlers = Omit<Handlers<RepaymentCommands>, 'recheck' | 'addNote' | 'assign'>;

/** What the commands of a repayment do that take effect at once. */
export const repaymentHandlers = (repayment: SteeredRepayment): OwnHandlers => ({
  quote: () => void quoteSettlement(repayment),
  recordPromise: ({ promisedOn }) => void (repayment.facts.promisedOn = promisedOn),
  pauseCharging: () => repayment.pauseCharging(true),
  resumeCharging: () => repayment.pauseCharging(false),
  chargeNow: ({ amountKobo }) => repayment.charges.ask(chargesAsked(due(repayment), amountKobo)),
  resolveCharge({ outcome, evidence }) {
    const settled = repayment.charges.settle(outcome);
    repayment.note('system', `The pending charge ${settled?.reference}: ${outcome}`, evidence);
  },
});

/** Why commands of a repayment are refused although its stage allows them. */
export const repaymentGuards = (repayment: SteeredRepayment): Guards<RepaymentCommands> => ({
  chargeNow: { now: () => whyNotCharged(repayment) },
  resolveCharge: { now: () => (repayment.charges.isPending ? undefined : 'No charge is pending.') },
});

const due = ({ schedule, nowMs }: SteeredRepayment) => dueBy(schedule, nowMs);

function whyNotCharged(repayment: SteeredRepayment): string | undefined {
  if (repayment.charges.isPending) return 'A charge is pending: charging again might take the money twice.';
  return due(repayment).length > 0 ? undefined : 'Nothing is due.';
}
