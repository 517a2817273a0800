import { z } from 'zod';
import { MONEY_EVENTS } from './codes';
import { count, instant, optionalInstant, paging, requiredText } from './fields';
import { operation } from './operation';
import { refusals } from './refusals';

const setting = z.object({
  url: z.string().nullable(),
  signature_secret: z.string().nullish(),
  status: z.string().nullish(),
  mode: z.string().nullish(),
});

/** Interface: "Webhook history"; the others from the supplement. */
export const webhooks = {
  listWebhookEvents: operation('GET /v1/webhook/history', 'specified', 'none', {
    summary: 'List past webhook events, one page',
    query: z.object(paging),
    success: { status: 200, message: 'webhook history fetched successfully' },
    isLong: true,
    data: z.array(
      z.object({
        event_id: z.string(),
        event_type: z.string(),
        data: z.record(z.string(), z.unknown()),
        created_at: instant,
        updated_at: optionalInstant,
      }),
    ),
    // Without a total, the list ends with a page that shows nothing new.
    beside: z.object({ total: count.optional() }),
  }),
  resendWebhookEvent: operation('POST /v1/webhook/resend-webhook-event', 'inferred', 'idempotent', {
    summary: 'Deliver a past event once more',
    body: z.object({ event_id: requiredText('event_id') }),
    success: { status: 200, message: 'webhook event resent' },
    data: z.unknown(),
    refusals: [refusals.eventNotFound],
  }),
  getWebhook: operation('GET /v1/webhook', 'inferred', 'none', {
    summary: 'Fetch the address that events are sent to',
    success: { status: 200, message: 'webhook fetched successfully' },
    data: setting,
  }),
  setWebhook: operation('PUT /v1/webhook', 'inferred', 'idempotent', {
    summary: 'Set the address that events are sent to',
    body: z.object({ url: z.url({ protocol: /^https$/, error: 'url must be a valid https URL' }) }),
    success: { status: 200, message: 'webhook updated successfully' },
    data: setting,
  }),
};

const uniqueRef = z
  .string('data.uniqueRef must be a text')
  .regex(/^[\x21-\x7e]{1,200}$/, 'data.uniqueRef must be 1 to 200 plain characters without spaces');

/**
 * Interface: "Events", limited to the fields that we read; others are ignored. Optional fields (newer ones,
 * and those that only help to find the transaction) never make an event unreadable.
 */
export const moneyEvent = z.object(
  {
    event: z.enum(MONEY_EVENTS, `event must be one of: ${MONEY_EVENTS.join(', ')}`),
    data: z.object(
      {
        uniqueRef,
        account: z.object(
          {
            id: z.uuid('data.account.id must be a UUID'),
            bankAccount: z.object({ accountNumber: z.string() }).optional().catch(undefined),
          },
          'data.account must be an object',
        ),
        transactionDetails: z.object({ remark: z.string() }).optional().catch(undefined),
      },
      'data must be an object',
    ),
  },
  'the body must be a JSON object',
);

export type MoneyEventPayload = z.output<typeof moneyEvent>;
