import { z } from 'zod';

/** What the control routes take. Rules and faults have schemas of their own. */
export const clockChange = z.strictObject({
  rate: z.number().min(0).max(1e9).optional(),
  advanceSeconds: z.number().min(0).max(1e10).optional(),
});

export const incomingTransfer = z.strictObject({
  accountNumber: z.string(),
  amountKobo: z.int().positive(),
  description: z.string().default('Incoming transfer'),
});

export const committedQuery = z.strictObject({
  effect: z.string().optional(),
  key: z.string().optional(),
  after: z.coerce.number().int().min(0).optional(),
});

export const faultParams = z.object({ id: z.string() });
