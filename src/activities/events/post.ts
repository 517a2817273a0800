import { createHmac } from 'node:crypto';
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import type { Endpoint } from '../../domain/events/relay';

const ANSWER_WITHIN_MS = 10_000;
/** The most bytes of a reply's body, which nobody reads: a longer one costs its connection. */
const BODY_MAX = 1_024;

const SWITCH = 'workers take it with EVENTS_PRIVATE_ENDPOINTS=allow alone';
const PRIVATE = `its address is private, or not of the public internet: ${SWITCH}`;

/** Networks outside the public internet, by the registries of IANA. */
const SPECIAL = {
  ipv4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
    ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  ],
  ipv6: ['2001::/23', '2001:db8::/32', '2002::/16'],
} as const;

const special = new BlockList();
for (const family of ['ipv4', 'ipv6'] as const)
  for (const block of SPECIAL[family]) {
    const [net = '', prefix] = block.split('/');
    special.addSubnet(net, Number(prefix), family);
  }
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

const isPublic = (address: string): boolean =>
  isIP(address) === 4
    ? !special.check(address, 'ipv4')
    : global.check(address, 'ipv6') && !special.check(address, 'ipv6');

export interface PostSettings {
  /** Whether endpoints may be in private networks, and without TLS. */
  readonly allowsPrivate: boolean;
  /** How names are resolved; left out, as the system does. */
  readonly resolve?: typeof resolve;
  /** How long an endpoint has for its answer; left out, ten seconds. */
  readonly answerWithinMs?: number;
}

/** Posts events by the Standard Webhooks specification. Each post tells why the endpoint has not taken it, if it has not. */
export function createPost({
  allowsPrivate,
  resolve: resolved = resolve,
  answerWithinMs = ANSWER_WITHIN_MS,
}: PostSettings) {
  // Checks the address that is connected to: a name may resolve otherwise the next time.
  const lookup: LookupFunction = (name, options, done) => {
    resolved(name, { ...options, all: true }, (error, found: LookupAddress[] | undefined) => {
      const [first] = found ?? [];
      if (error || !first) done(error ?? new Error('it has no address'), '', 4);
      else if (!found?.every(({ address }) => isPublic(address))) done(new Error(PRIVATE), '', 4);
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };
  const agent = new Agent(allowsPrivate ? {} : { connect: { lookup } });
  return async ({ url, secrets }: Endpoint, event: { readonly id: string }): Promise<string | undefined> => {
    const { protocol, hostname } = new URL(url);
    const address = hostname.replace(/^\[|\]$/g, '');
    if (!allowsPrivate && protocol !== 'https:') return `it has no https address: ${SWITCH}`;
    if (!allowsPrivate && isIP(address) && !isPublic(address)) return PRIVATE;
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const body = JSON.stringify(event);
    try {
      const { statusCode, body: reply } = await request(url, {
        ...{ method: 'POST', dispatcher: agent, body, signal: AbortSignal.timeout(answerWithinMs) },
        headers: {
          'content-type': 'application/json',
          'webhook-id': event.id,
          'webhook-timestamp': timestamp,
          'webhook-signature': secrets
            .map((secret) => signatureOf(`${event.id}.${timestamp}.${body}`, secret))
            .join(' '),
        },
      });
      // A redirect is not followed: it is no success.
      await reply.dump({ limit: BODY_MAX }).catch(() => undefined);
      if (statusCode >= 200 && statusCode < 300) return undefined;
      const isRedirect = statusCode >= 300 && statusCode < 400;
      return `it answered ${statusCode}${isRedirect ? ', and no redirect is followed' : ''}`;
    } catch (error) {
      return whyNot(error);
    }
  };
}

/** A secret is 24 to 64 bytes in base64, behind `whsec_`. */
const signatureOf = (content: string, secret: string): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
};

/** Why a post failed, without the endpoint's address or answer. */
function whyNot(error: unknown): string {
  const { name, code, message } = Object(error) as { name?: string; code?: string; message?: string };
  if (message === PRIVATE) return PRIVATE;
  return name === 'TimeoutError' ? 'it gave no answer within 10 seconds' : `no connection (${code ?? name})`;
}
