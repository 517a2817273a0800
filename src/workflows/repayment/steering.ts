import type { RepaymentCommands } from '../../domain/repayment/commands';
import { dueBy, owedKobo, type Instalment } from '../../domain/repayment/instalments';
import { lendingConfirmation, USUAL_LENDING_POLICY, type LendingPolicy } from '../../domain/loan/policy';
import type { AnyCommand, CommandPolicy, Guards, Handlers } from '../case/commands/behaviour';
import { quoteSettlement, type SettlementQuoted } from '../loan/quote';
import { chargesAsked, type ChargeLog } from './charge-log';

/** What the commands change in a repayment, and what their guards look at. */
interface SteeredRepayment extends SettlementQuoted {
  readonly charges: ChargeLog;
  readonly schedule: readonly Instalment[];
  readonly nowMs: number;
  readonly input: SettlementQuoted['input'] & { readonly lending?: LendingPolicy | undefined };
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
  chargeNow: (command) => repayment.charges.ask(chargesAsked(due(repayment), command)),
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

/** What the lending policy says about the commands of a repayment. */
export const repaymentPolicy = (
  repayment: SteeredRepayment,
): CommandPolicy<AnyCommand<RepaymentCommands>> => {
  const policy = () => repayment.input.lending ?? USUAL_LENDING_POLICY;
  return {
    roles: (name) => policy().commands[name]?.roles,
    confirmation: (command) => lendingConfirmation(policy(), command, atStakeKobo(repayment, command)),
    makers: () => [],
    expiresHours: () => policy().proposalExpiresHours,
  };
};

/** A charge takes what it names, or all that is due. */
function atStakeKobo(repayment: SteeredRepayment, command: AnyCommand<RepaymentCommands>): number {
  if (command.name === 'chargeNow' && command.amountKobo !== undefined) return command.amountKobo;
  return due(repayment).reduce((sum, instalment) => sum + owedKobo(instalment), 0);
}

const due = ({ schedule, nowMs }: SteeredRepayment) => dueBy(schedule, nowMs);

function whyNotCharged(repayment: SteeredRepayment): string | undefined {
  if (repayment.charges.isPending) return 'A charge is pending: charging again might take the money twice.';
  return due(repayment).length > 0 ? undefined : 'Nothing is due.';
}
