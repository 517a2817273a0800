import { isIP } from 'node:net';
import { z } from 'zod';
import { isOwnNetwork } from './network';
import { address, oneOf, port, required, text } from './variables';

/** The most usual port of the desk. */
const PORT = 4040;

const url = (name: string) =>
  z
    .url({ protocol: /^https?$/, abort: true, ...required(name, 'an http or https address') })
    .refine(
      (address) => new URL(address).protocol === 'https:' || isOwnNetwork(new URL(address).hostname),
      `${name} must begin with https: it is remote, and sessions would travel readable`,
    );

/** Browsers keep secure cookies for https and for this machine alone. */
const isKept = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
};

/** How many proxies stand before the desk, or their addresses: `1`, or `10.0.0.0/8, 192.168.1.4`. */
const proxies = z.string().transform((given, context): number | string => {
  if (/^[1-9]$/.test(given)) return Number(given);
  const blocks = given.split(',').map((one) => one.trim());
  if (blocks.every(isBlock)) return blocks.join(',');
  const message = 'DESK_TRUST_PROXY must be the number of proxies (1 to 9), or addresses such as 10.0.0.0/8';
  context.issues.push({ code: 'custom', input: given, message });
  return z.NEVER;
});

/** An IP address, or a block of them of more than none. */
function isBlock(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const family = isIP(address);
  return (
    family !== 0 &&
    (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  );
}

/** What the environment may say about the officers' desk. */
export const deskSlices = {
  desk: z
    .object({
      DESK_URL: url('DESK_URL')
        .refine(
          isKept,
          'DESK_URL must begin with https, or name localhost: browsers keep no session otherwise',
        )
        .optional(),
      DESK_HOST: z.string().default('127.0.0.1'),
      DESK_PORT: port('DESK_PORT').default(PORT),
      DESK_METRICS_ADDRESS: address('DESK_METRICS_ADDRESS').optional(),
      DESK_KEY: z.string().optional(),
      DESK_NAMES_KEY_FILE: text('DESK_NAMES_KEY_FILE'),
      DESK_ROLES_FILE: z.string().optional(),
      DESK_TRUST_PROXY: proxies.optional(),
      DESK_DEMONSTRATION: oneOf('DESK_DEMONSTRATION', ['true', 'false']).default('false'),
      OIDC_ISSUER: url('OIDC_ISSUER'),
      OIDC_CLIENT_ID: text('OIDC_CLIENT_ID', 'a text'),
      OIDC_CLIENT_SECRET: z.string().optional(),
      TEMPORAL_UI_URL: z
        .url({ protocol: /^https?$/, ...required('TEMPORAL_UI_URL', 'an http or https address') })
        .optional(),
    })
    .transform((env) => ({
      url: new URL(env.DESK_URL ?? `http://localhost:${env.DESK_PORT}`).origin,
      host: env.DESK_HOST,
      port: env.DESK_PORT,
      metricsAddress: env.DESK_METRICS_ADDRESS,
      keyFile: env.DESK_KEY,
      namesKeyFile: env.DESK_NAMES_KEY_FILE,
      rolesFile: env.DESK_ROLES_FILE,
      trustProxy: env.DESK_TRUST_PROXY,
      demonstration: env.DESK_DEMONSTRATION === 'true',
      provider: {
        issuer: env.OIDC_ISSUER,
        clientId: env.OIDC_CLIENT_ID,
        clientSecret: env.OIDC_CLIENT_SECRET,
      },
      webUi: env.TEMPORAL_UI_URL,
    })),
  freshLogins: z
    .object({ OIDC_ISSUER: url('OIDC_ISSUER').optional(), OIDC_CLIENT_ID: z.string().optional() })
    .refine((env) => (env.OIDC_ISSUER === undefined) === (env.OIDC_CLIENT_ID === undefined), {
      error: 'OIDC_ISSUER and OIDC_CLIENT_ID belong together',
    })
    .transform(({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId }) =>
      issuer === undefined || clientId === undefined ? undefined : { issuer, clientId },
    ),
  loginProvider: z
    .object({
      LOGIN_PROVIDER: z.literal('demonstration', {
        error:
          'LOGIN_PROVIDER must be demonstration: this provider has a password that stands in this project, and is for demonstrations and tests alone',
      }),
      LOGIN_PROVIDER_PORT: port('LOGIN_PROVIDER_PORT', 1),
      DESK_URL: url('DESK_URL'),
    })
    .transform((env) => ({ port: env.LOGIN_PROVIDER_PORT, deskUrl: new URL(env.DESK_URL).origin })),
};
