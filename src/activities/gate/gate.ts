import { Context } from '@temporalio/activity';
import type { BankOperations, OperationName } from '../../bank/contract';
import type { CallLimits } from '../../bank/exchange';
import type { PayoutPolicy } from '../../domain/payout/policy';
import type { Records } from '../../records/records';
import type { AuthoritySettings } from '../authority/acceptor';
import { requireCharge } from './charges';
import { requireDisbursementAccount, requireUnsignedHolder } from './disbursement';
import { requireLimits } from './limits';
import { requireHolder, requirePayout, type PaidOrder } from './payouts';
import { requireNoNewer, rulesFor } from './policies';
import { Proofs, type GateTerms } from './proofs';
import { MOVING } from './sendings';
import { requireNoVeto } from './vetoes';

/** The operations that move money or let it be moved: they are sent with the proof that they may be. */
export type Gated = (typeof GATED)[number];

const GATED = [...MOVING, 'setDisbursementAccount'] as const;

export const isGated = (name: OperationName): name is Gated => GATED.some((gated) => gated === name);

/** Checks, right before an operation is sent, that people have asked for it. @throws ProofRefused */
export type Gate = {
  readonly [N in Gated]: (
    order: Parameters<BankOperations[N]>[0],
    authorisation: unknown,
    limits: CallLimits,
  ) => Promise<void>;
};

interface Settings extends Pick<GateTerms, 'lending' | 'clock' | 'reads'> {
  readonly authority: AuthoritySettings;
  readonly policy: PayoutPolicy;
  /** `undefined` without an audit. */
  readonly records: Pick<Records, 'commandsOf'> | undefined;
}

/** The gate of a worker; in the mode `open` it only checks the holder of a disbursement account. */
export function createGate({ authority, records, ...own }: Settings): Gate {
  const terms = (): GateTerms | undefined => {
    if (authority.mode === 'open') return undefined;
    const { workflowId = '' } = Context.current().info.workflowExecution ?? {};
    return { ...own, proofs: new Proofs(authority, workflowId), nowMs: Date.now() };
  };
  type Check<O> = (order: O, given: object, terms: GateTerms, limits: CallLimits) => Promise<void>;
  const checked =
    <O>(require: Check<O>) =>
    async (order: O, given: unknown, limits: CallLimits) => {
      const by = terms();
      if (!by) return;
      requireNoNewer(Object(given) as object, own.policy);
      await require(order, Object(given) as object, by, limits);
      if (records) await requireNoVeto(records, by.proofs.workflowId, Object(given) as object);
    };
  /** Checks by the policy under which the case was opened, too. */
  const checkedTwice = <O>(require: Check<O>) =>
    checked<O>(async (order, given, by, limits) => {
      for (const rules of rulesFor(given, own.policy))
        await require(order, given, { ...by, policy: rules }, limits);
    });
  const paying = (kind: 'payout' | 'flush') => {
    const isProven = checkedTwice<PaidOrder>((order, given, by) => requirePayout(kind, order, given, by));
    const isHeld = checked<PaidOrder>((order, _, by, limits) => requireHolder(order, by.reads, limits));
    return async (...order: Parameters<typeof isProven>) => {
      await isProven(...order);
      await isHeld(...order);
    };
  };
  return {
    createPayout: paying('payout'),
    flushAccount: paying('flush'),
    updateTransferLimits: checkedTwice(requireLimits),
    chargeRepayment: checked(requireCharge),
    setDisbursementAccount: (order, given, limits) =>
      authority.mode === 'open'
        ? requireUnsignedHolder(order, Object(given) as object, { reads: own.reads, limits })
        : checked(requireDisbursementAccount)(order, given, limits),
  };
}
