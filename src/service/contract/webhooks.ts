import { z } from 'zod';
import { count, paging, requiredText } from './fields';
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
  listWebhookEvents: operation({
    method: 'GET',
    path: '/v1/webhook/history',
    evidence: 'specified',
    effect: 'none',
    summary: 'List past webhook events, one page',
    query: z.object(paging),
    success: { status: 200, message: 'webhook history fetched successfully' },
    data: z.array(
      z.object({
        event_id: z.string(),
        event_type: z.string(),
        data: z.record(z.string(), z.unknown()),
        created_at: z.string(),
        updated_at: z.string(),
      }),
    ),
    beside: z.object({ total: count }),
  }),
  resendWebhookEvent: operation({
    method: 'POST',
    path: '/v1/webhook/resend-webhook-event',
    evidence: 'inferred',
    effect: 'idempotent',
    summary: 'Deliver a past event once more',
    body: z.object({ event_id: requiredText('event_id') }),
    success: { status: 200, message: 'webhook event resent' },
    data: z.unknown(),
    refusals: [refusals.eventNotFound],
  }),
  getWebhook: operation({
    method: 'GET',
    path: '/v1/webhook',
    evidence: 'inferred',
    effect: 'none',
    summary: 'Fetch the address that events are sent to',
    success: { status: 200, message: 'webhook fetched successfully' },
    data: setting,
  }),
  setWebhook: operation({
    method: 'PUT',
    path: '/v1/webhook',
    evidence: 'inferred',
    effect: 'idempotent',
    summary: 'Set the address that events are sent to',
    body: z.object({ url: z.url({ error: 'url must be a valid URL' }), https: z.boolean().optional() }),
    success: { status: 200, message: 'webhook updated successfully' },
    data: setting,
  }),
};
