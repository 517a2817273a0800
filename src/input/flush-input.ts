import type { z } from 'zod';
import { payoutInput } from './payout-input';

/** The file of a flush: a payout of all that an account holds, so that the service decides the amount. */
export const flushInput = payoutInput.omit({ amountKobo: true, remark: true });

/** A flush as a person or a program writes it. */
export type FlushFile = z.input<typeof flushInput>;
