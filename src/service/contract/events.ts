import { z } from 'zod';

/** The kinds of money events there are. */
export const MONEY_EVENTS = ['account.incoming-transaction', 'account.outgoing-transaction'] as const;

/** What the debit of a stamp duty adds to the `uniqueRef` of the credit that caused it. */
export const STAMP_DUTY_SUFFIX = '_CBN_STAMP_DUTY_CHARGE';

/** The header that carries the signature of a delivery (assumed): HMAC-SHA256 of the raw body, lower-case hex. */
export const SIGNATURE_HEADER = 'x-service-signature';

const uniqueRef = z
  .string({ error: 'data.uniqueRef must be a text' })
  .regex(/^[\x21-\x7e]{1,200}$/, 'data.uniqueRef must be 1 to 200 plain characters without spaces');

/**
 * Interface: "Events", as far as a reader needs it; other fields are ignored. What newer payloads may add, and what only
 * helps to find the transaction, never makes an event unreadable.
 */
export const moneyEvent = z.object(
  {
    event: z.enum(MONEY_EVENTS, { error: `event must be one of: ${MONEY_EVENTS.join(', ')}` }),
    data: z.object(
      {
        uniqueRef,
        account: z.object(
          {
            id: z.uuid({ error: 'data.account.id must be a UUID' }),
            bankAccount: z.object({ accountNumber: z.string() }).optional().catch(undefined),
          },
          { error: 'data.account must be an object' },
        ),
        transactionDetails: z.object({ remark: z.string() }).optional().catch(undefined),
      },
      { error: 'data must be an object' },
    ),
  },
  { error: 'the body must be a JSON object' },
);

export type MoneyEventPayload = z.output<typeof moneyEvent>;
