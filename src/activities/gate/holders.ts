import { RequestRefusedError } from '../../bank/errors';
import type { CallLimits } from '../../bank/exchange';
import { ProofRefused } from './proofs';
import type { GateReads } from './terms';

/** A payout or a flush as it is sent to the bank; people have agreed to the name in it. */
export interface PaidOrder {
  readonly reference: string;
  readonly beneficiary: {
    readonly account_name: string;
    readonly account_number: string;
    readonly bank_code: string;
  };
}

/**
 * Checks that the bank itself names this holder. The name in the order is the word of a workflow, which another program may
 * have answered. An account that this process has resolved lately costs no call. @throws ProofRefused
 */
export async function requireHolder(
  { beneficiary: { account_name, account_number, bank_code } }: PaidOrder,
  { resolveAccount }: GateReads,
  limits: CallLimits,
): Promise<void> {
  const held = await resolveAccount({ account_number, bank_code }, limits).catch((error: unknown) => {
    // A refusal of this read is no refusal of the payout.
    if (error instanceof RequestRefusedError)
      throw new ProofRefused('the bank names no holder of its account');
    throw error;
  });
  if (held.account_name !== account_name)
    throw new ProofRefused('the bank names another holder of its account than people were shown');
}
