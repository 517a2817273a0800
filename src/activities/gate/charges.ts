import type { BankOperations } from '../../bank/contract';
import type { ChargeAuthorisation } from '../../domain/case/send-authorisation';
import { lendingConfirmation, type LendingPolicy, type LendingRules } from '../../domain/loan/policy';
import { repaymentCommands } from '../../domain/repayment/commands';
import type { ChargeMandate } from '../../domain/loan/input';
import { businessNow, HOUR_MS, patience } from '../../domain/time/clock';
import { lagosDayOf } from '../../domain/time/lagos-days';
import { loanOfCharge } from '../../domain/repayment/charge';
import { caseId } from '../../domain/wire/workflow-ids';
import { requireTogether } from './agreement';
import { lendingRulesOfInput } from './policies';
import { ProofRefused, type GateTerms, type TakenAct } from './proofs';

type ChargeOrder = Parameters<BankOperations['chargeRepayment']>[0];

/** The part of a repayment's input that the gate reads; a worker vouched for it under the loan's start. */
interface Charged {
  readonly loanReference?: string | undefined;
  readonly policy?: { readonly mode?: unknown; readonly mandate?: Partial<ChargeMandate> };
  readonly lending?: LendingPolicy;
}

/** Checks that an officer has asked for this charge, or that the loan's mandate allows it. @throws ProofRefused */
export async function requireCharge(
  order: ChargeOrder,
  given: Partial<ChargeAuthorisation>,
  terms: GateTerms,
): Promise<void> {
  const { proofs } = terms;
  if (proofs.workflowId !== caseId('repayment', order.loanId))
    throw new ProofRefused('another case than its own is about to send it');
  const { loanReference, policy, lending } = (await proofs.begun(given.start)).fields as Charged;
  const rules = lendingRulesOfInput(lending, terms.lending);
  if (loanOfCharge(order.reference) !== loanReference)
    throw new ProofRefused('its reference belongs to another loan');
  if (given.asked !== undefined) {
    for (const one of rules) await requireAsked(order, { asked: given.asked, loanReference }, one, terms);
    return;
  }
  if (policy?.mode !== 'charge') throw new ProofRefused('no person has asked for it');
  requireMandate(order, policy.mandate, terms);
}

async function requireAsked(
  { amount }: ChargeOrder,
  { asked, loanReference: reference }: Pick<Charged, 'loanReference'> & { readonly asked: unknown },
  lending: LendingRules,
  { proofs, policy, clock, nowMs }: GateTerms,
): Promise<void> {
  const command = 'chargeNow';
  const { fields, atMs, about } = await requireTogether(
    asked,
    {
      ...{ command, reference, row: repaymentCommands.chargeNow, rules: lending.commands, makers: [] },
      ruleFor: (act) =>
        lendingConfirmation(lending, { name: command, role: act.role }, askedKobo(act) ?? amount),
    },
    proofs,
  );
  const amountKobo = askedKobo({ fields }) ?? Infinity;
  if (about && !(amount <= Number(about.dueKobo)))
    throw new ProofRefused('it takes more than was due when people asked for it');
  if (amount > amountKobo) throw new ProofRefused('it takes more than the officer has asked for');
  if (atMs <= nowMs - patience(clock, policy.approvalExpiresHours * HOUR_MS))
    throw new ProofRefused('what the officer has asked for has lapsed');
}

const askedKobo = ({ fields }: Pick<TakenAct, 'fields'>) => (fields as { amountKobo?: number }).amountKobo;

function requireMandate(
  { amount }: ChargeOrder,
  mandate: Partial<ChargeMandate> | undefined,
  { clock, nowMs }: GateTerms,
): void {
  if (mandate?.eachKobo === undefined)
    throw new ProofRefused('its loan was begun without a mandate to charge');
  if (amount > mandate.eachKobo)
    throw new ProofRefused('it takes more than the mandate of its loan allows for one charge');
  const { until } = mandate;
  if (until !== undefined && lagosDayOf(businessNow(clock, nowMs)) > until)
    throw new ProofRefused('the mandate of its loan has ended');
}
