import { refusals } from '../../bank/contract/refusals';
import { refuse } from '../readings/refusals';
import type { Handlers } from './handler';
import { pageOf } from '../readings/lists';

/** The history is complete from the first movement of money on, whether an address is set or not. */
export const webhookHandlers = {
  listWebhookEvents(asked, { state, asOf }) {
    const { items, total } = pageOf(state.events.all(asOf).reverse(), asked, 20, state.readings);
    return { data: items, total };
  },

  resendWebhookEvent({ event_id }, { state }) {
    const known = state.events.all().filter((event) => event.event_id === event_id);
    if (known.length === 0) refuse(refusals.eventNotFound, 'event_id');
    for (const event of known) state.announce(event, 'again');
    state.commit('webhook-resent', event_id);
    return {};
  },

  getWebhook: (_input, { state }) => state.webhook,

  setWebhook({ url }, { state }) {
    if (state.webhook.url === url) return state.webhook;
    const secret = state.webhook.signature_secret ?? state.random.uuid();
    state.webhook = { url, signature_secret: secret, status: 'ACTIVE', mode: 'sandbox' };
    state.commit('webhook-set', url);
    return state.webhook;
  },
} satisfies Partial<Handlers>;
