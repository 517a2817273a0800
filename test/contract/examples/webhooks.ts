import { refusal, type Example, type Subject } from './example';
import { accountNumber, at, entryAt, id } from './samples';

/** The payload of the interface's "Events", with what the supplement says newer ones may add. */
const payload = {
  event: 'account.outgoing-transaction',
  data: {
    id: id.account,
    amount: 210,
    currency: 'NGN',
    transactionType: 'DEBIT',
    entryDate: entryAt,
    uniqueRef: id.event,
    account: {
      id: id.account,
      bankAccount: {
        accountName: 'Test Borrower',
        accountNumber,
        bank: { code: '000', name: 'Sample Bank' },
      },
      static: true,
      currency: 'NGN',
      clientId: 'SAMPLE-CLIENT',
    },
    transactionDetails: { remark: 'a remark' },
  },
};

const setting = {
  url: 'https://webhook.example/events',
  signature_secret: 'sample-secret',
  status: 'ACTIVE',
  mode: 'sandbox',
};

const resend: Subject = {
  operation: 'resendWebhookEvent',
  source: 'inferred',
  given: 'a payout',
  send: { line: 'POST /v1/webhook/resend-webhook-event', body: { event_id: id.event } },
};

export const webhooks: readonly Example[] = [
  {
    operation: 'listWebhookEvents',
    shows: 'lists past events with their payload',
    source: 'specified',
    given: 'a payout',
    send: { line: 'GET /v1/webhook/history?page=1&limit=10', query: { page: 1, limit: 10 } },
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'webhook history fetched successfully',
        data: [
          { event_id: id.event, event_type: payload.event, data: payload, created_at: at, updated_at: at },
        ],
        total: 1,
      },
      optional: ['transactionDetails'],
    },
  },
  {
    ...resend,
    shows: 'delivers an event once more',
    reply: { status: 200, body: { status: 'success', message: 'webhook event resent' }, mayGrow: true },
  },
  refusal(resend, 'says that an event does not exist', [404, 'event not found'], {
    given: 'nothing',
    send: { ...resend.send, body: { event_id: 'unknown' } },
  }),
  {
    operation: 'getWebhook',
    shows: 'tells where events are sent to',
    source: 'inferred',
    given: 'a webhook',
    send: { line: 'GET /v1/webhook' },
    reply: {
      status: 200,
      body: { status: 'success', message: 'webhook fetched successfully', data: setting },
      optional: ['signature_secret'],
    },
  },
  {
    operation: 'setWebhook',
    shows: 'changes where events are sent to',
    source: 'inferred',
    given: 'nothing',
    send: { line: 'PUT /v1/webhook', body: { url: setting.url } },
    reply: {
      status: 200,
      body: { status: 'success', message: 'webhook updated successfully', data: setting },
      optional: ['signature_secret'],
    },
  },
];
