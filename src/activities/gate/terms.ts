import type { BankClient } from '../../bank/client';
import type { LendingPolicy } from '../../domain/loan/policy';
import type { GateRules } from '../../domain/payout/policy';
import { clockRefusal, type Clock } from '../../domain/time/clock';
import { ProofRefused, type Proofs } from './proofs';

/** The reads that the gate makes itself: a workflow's word for them proves nothing. */
export type GateReads = Pick<BankClient, 'resolveAccount' | 'getLoanApplication' | 'getCustomer'>;

/** The terms by which the worker checks a send. */
export interface GateTerms {
  readonly proofs: Proofs;
  readonly policy: GateRules;
  readonly lending: LendingPolicy;
  readonly clock: Clock;
  readonly nowMs: number;
  readonly reads: GateReads;
}

/** The clock by which an approval lapses: no sender may bring a clock that stands still. @throws ProofRefused */
export function clockOf({ clock }: { readonly clock?: Clock | undefined }, own: Clock): Clock {
  const refusal = clockRefusal(clock, own);
  if (refusal !== undefined) throw new ProofRefused(refusal);
  return clock ?? own;
}
