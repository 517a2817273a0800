import { refusals } from '../../service/contract/refusals';
import { refuse } from '../refused';
import type { Handlers } from './handler';
import { pageOf } from './page';

type WebhookHandlers = Pick<
  Handlers,
  'listWebhookEvents' | 'resendWebhookEvent' | 'getWebhook' | 'setWebhook'
>;

/** The history is complete from the first movement of money on, whether an address is set or not. */
export const webhookHandlers: WebhookHandlers = {
  listWebhookEvents(asked, { world, asOf }) {
    const { items, total } = pageOf(world.events.all(asOf).reverse(), asked, 20);
    return { data: items, total };
  },

  resendWebhookEvent({ event_id }, { world }) {
    const known = world.events.all().filter((event) => event.event_id === event_id);
    if (known.length === 0) refuse(refusals.eventNotFound, 'event_id');
    for (const event of known) world.announce(event, 'again');
    world.commit('webhook-resent', event_id);
    return {};
  },

  getWebhook: (_input, { world }) => world.webhook,

  setWebhook({ url }, { world }) {
    if (world.webhook.url === url) return world.webhook;
    const secret = world.webhook.signature_secret ?? world.random.uuid();
    world.webhook = { url, signature_secret: secret, status: 'ACTIVE', mode: 'sandbox' };
    world.commit('webhook-set', url);
    return world.webhook;
  },
};
