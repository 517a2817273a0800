import { Context } from '@temporalio/activity';
import type { BankOperations, OperationName } from '../../bank/contract';
import type { PayoutPolicy } from '../../domain/payout/policy';
import type { Clock } from '../../domain/time/clock';
import type { AuthoritySettings } from '../authority/acceptor';
import { requireCharge } from './charges';
import { requireLimits } from './limits';
import { requirePayout, type GateTerms } from './payouts';
import { Proofs } from './proofs';

/** The operations that move money or let it be moved: they are sent with what proves that they may be. */
export type Gated = 'createPayout' | 'flushAccount' | 'updateTransferLimits' | 'chargeRepayment';

/** Checks, right before an operation is sent, that people have asked for it. @throws ProofRefused */
export type Gate = {
  readonly [N in Gated]: (order: Parameters<BankOperations[N]>[0], authorisation: unknown) => Promise<void>;
};

/** By what a worker checks. */
interface Settings {
  readonly authority: AuthoritySettings;
  readonly payoutPolicy: PayoutPolicy;
  readonly clock: Clock;
}

/** The gate of a worker; in the mode `open` there is nothing that it could check. */
export function createGate({ authority, payoutPolicy: policy, clock }: Settings): Gate {
  const terms = (): GateTerms | undefined => {
    if (authority.mode === 'open') return undefined;
    const { workflowId = '' } = Context.current().info.workflowExecution ?? {};
    return { proofs: new Proofs(authority, workflowId), policy, clock, nowMs: Date.now() };
  };
  const checked =
    <O>(require: (order: O, given: object, terms: GateTerms) => Promise<void>) =>
    async (order: O, given: unknown) => {
      const by = terms();
      if (by) await require(order, Object(given) as object, by);
    };
  return {
    createPayout: checked((order, given, by) => requirePayout('payout', order, given, by)),
    flushAccount: checked((order, given, by) => requirePayout('flush', order, given, by)),
    updateTransferLimits: checked(requireLimits),
    chargeRepayment: checked(requireCharge),
  };
}

const GATED: readonly OperationName[] = [
  'createPayout',
  'flushAccount',
  'updateTransferLimits',
  'chargeRepayment',
] satisfies Gated[];

export const isGated = (name: OperationName): name is Gated => GATED.includes(name);
