import type { Subject } from '../../domain/case/fields';
import { chargeText } from '../../domain/repayment/charge';
import type { RepaymentCommands } from '../../domain/repayment/commands';
import { nairaText } from '../../domain/money/amounts';
import { PROMISED } from '../../domain/repayment/call-again';
import { dueBy, owedKobo } from '../../domain/repayment/instalments';
import { lagosDayOf } from '../../domain/time/lagos-days';
import { lendingConfirmation, USUAL_LENDING_POLICY } from '../../domain/loan/policy';
import type { AnyCommand, CommandPolicy, Guards, Handlers } from '../case/commands/behaviour';
import { quoteSettlement } from '../loan/quote';
import type { RepaymentCase } from './repayment-case';

export const repaymentHandlers = (repayment: RepaymentCase): Handlers<RepaymentCommands> => ({
  quote: () => void repayment.ask(() => quoteSettlement(repayment)),
  recordPromise({ promisedOn }) {
    const { nextDueOn } = repayment.facts;
    const promisedDueOn = typeof nextDueOn === 'string' && nextDueOn > promisedOn ? nextDueOn : promisedOn;
    Object.assign(repayment.facts, { promisedOn, promisedDueOn, promiseMetOn: null });
    repayment.note('system', `${PROMISED}${promisedOn}`);
    repayment.showFigures();
  },
  pauseCharging: () => repayment.pauseCharging(true),
  resumeCharging: () => repayment.pauseCharging(false),
  chargeNow({ amountKobo, proof, about }) {
    repayment.book.ask({ dueBy: duePer(repayment, about), atMostKobo: amountKobo, proof });
    repayment.tell();
  },
  resolveCharge({ outcome, evidence, amountKobo }) {
    const settled = repayment.book.resolve(outcome, amountKobo);
    if (settled) repayment.note('system', `${chargeText(settled)}, as people have shown`, evidence);
    repayment.showCharge();
    repayment.tell();
  },
});

export const repaymentGuards = (repayment: RepaymentCase): Guards<RepaymentCommands> => ({
  recordPromise: {
    fresh({ promisedOn }) {
      const today = lagosDayOf(repayment.nowMs);
      return promisedOn < today ? `promisedOn must be today (${today}) or later` : undefined;
    },
  },
  closeAsRepaid: { subject: () => repayment.standing },
  chargeNow: {
    now: () => whyNotCharged(repayment),
    subject: ({ about }) => whatIsDue(repayment, about),
    fresh: ({ amountKobo }) => whyTooMuch(repayment, amountKobo),
  },
  resolveCharge: {
    now: () => (isUnclear(repayment) ? undefined : 'No charge is pending.'),
    subject: () => ({ charge: repayment.book.open?.reference }),
    content: ({ amountKobo = 0 }) => {
      const { askedKobo = 0 } = repayment.book.open ?? {};
      return amountKobo > askedKobo
        ? `amountKobo must be at most the ${askedKobo} that were asked for`
        : undefined;
    },
  },
});

export const repaymentPolicy = (repayment: RepaymentCase): CommandPolicy<AnyCommand<RepaymentCommands>> => {
  const policy = () => repayment.input.lending ?? USUAL_LENDING_POLICY;
  return {
    roles: (name) => policy().commands[name]?.roles,
    confirmation: (command) => lendingConfirmation(policy(), command, atStakeKobo(repayment, command)),
    makers: () => [],
    expiresHours: () => policy().proposalExpiresHours,
  };
};

/** The amount that a charge names, or else all that is due. */
function atStakeKobo(repayment: RepaymentCase, command: AnyCommand<RepaymentCommands>): number {
  if (command.name === 'chargeNow' && command.amountKobo !== undefined) return command.amountKobo;
  return due(repayment).reduce((sum, instalment) => sum + owedKobo(instalment), 0);
}

/** A proposed charge takes only what was due when it was proposed. */
const duePer = ({ nowMs }: RepaymentCase, about: Subject = {}): string =>
  typeof about.dueBy === 'string' ? about.dueBy : lagosDayOf(nowMs);

function whatIsDue(repayment: RepaymentCase, about?: Subject): Subject {
  const { book } = repayment;
  const dueBy = duePer(repayment, about);
  const owed = book.instalments.filter(({ dueOn }) => dueOn <= dueBy);
  return { dueBy, dueKobo: owed.reduce((sum, { dueOn }) => sum + book.chargeableKobo(dueOn), 0) };
}

/** An amount charges at most what the oldest instalment due lacks: nobody is asked to agree to more. */
function whyTooMuch({ book }: RepaymentCase, amountKobo = 0): string | undefined {
  const next = book.next();
  const mostKobo = next ? book.chargeableKobo(next.dueOn) : Infinity;
  return amountKobo > mostKobo
    ? `amountKobo must be at most the ${mostKobo} (${nairaText(mostKobo)}) that the oldest instalment due lacks; left out, all that is due is charged`
    : undefined;
}

const due = ({ book, nowMs }: RepaymentCase) => dueBy(book.instalments, nowMs);

/** Whether a charge that is not under way has an unknown outcome. */
const isUnclear = ({ book: { open } }: RepaymentCase) => open !== undefined && open.status !== 'BEGUN';

function whyNotCharged(repayment: RepaymentCase): string | undefined {
  if (repayment.book.open) return 'A charge is pending: charging again might take the money twice.';
  return due(repayment).length > 0 ? undefined : 'Nothing is due.';
}
