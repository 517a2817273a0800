import { isIP } from 'node:net';
import { z } from 'zod';
import { isSafeToCall, address, flag, httpAddress, must, named, port, text } from './variables';

const url = httpAddress.refine(
  isSafeToCall,
  must('begin with https: it is remote, and sessions would travel readable'),
);

/** Whether browsers keep the session: they keep secure cookies only for https and for this machine. */
const isKept = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
};

/** The number of proxies before the desk, or their addresses: `1`, or `10.0.0.0/8, 192.168.1.4`. */
const proxies = z.string().transform((given, context): number | string => {
  if (/^[1-9]$/.test(given)) return Number(given);
  const blocks = given.split(',').map((one) => one.trim());
  if (blocks.every(isBlock)) return blocks.join(',');
  context.addIssue(
    'DESK_TRUST_PROXY must be the number of proxies (1 to 9), or addresses such as 10.0.0.0/8',
  );
  return z.NEVER;
});

/** Whether a text is an IP address or a block of them, but not `/0`. */
function isBlock(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const family = isIP(address);
  return (
    family !== 0 &&
    (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  );
}

/** The claim that identifies a person; desk and workers must use the same one. */
const subjectClaim = z
  .string()
  .regex(/^[\w.:/-]{1,100}$/, must('be the name of a claim'))
  .default('sub');

export const deskSlices = {
  desk: named({
    url: {
      DESK_URL: url
        .refine(isKept, must('begin with https, or name localhost: browsers keep no session otherwise'))
        .optional(),
    },
    host: { DESK_HOST: z.string().default('127.0.0.1') },
    port: { DESK_PORT: port().default(4040) },
    metricsAddress: { DESK_METRICS_ADDRESS: address.optional() },
    keyFile: { DESK_KEY: z.string().optional() },
    namesKeyFile: { DESK_NAMES_KEY_FILE: text() },
    rolesFile: { DESK_ROLES_FILE: z.string().optional() },
    trustProxy: { DESK_TRUST_PROXY: proxies.optional() },
    demonstration: { DESK_DEMONSTRATION: flag },
    issuer: { OIDC_ISSUER: url },
    clientId: { OIDC_CLIENT_ID: text('a text') },
    clientSecret: { OIDC_CLIENT_SECRET: z.string().optional() },
    subjectClaim: { OIDC_SUBJECT_CLAIM: subjectClaim },
    webUi: { TEMPORAL_UI_URL: httpAddress.optional() },
  }).transform(({ url, issuer, clientId, clientSecret, subjectClaim: claim, ...desk }) => ({
    ...desk,
    url: new URL(url ?? `http://localhost:${desk.port}`).origin,
    provider: { issuer, clientId, clientSecret, subjectClaim: claim },
  })),
  freshLogins: z
    .object({
      OIDC_ISSUER: url.optional(),
      OIDC_CLIENT_ID: z.string().optional(),
      OIDC_SUBJECT_CLAIM: subjectClaim,
    })
    .refine((env) => (env.OIDC_ISSUER === undefined) === (env.OIDC_CLIENT_ID === undefined), {
      error: 'OIDC_ISSUER and OIDC_CLIENT_ID belong together',
    })
    .transform(({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_SUBJECT_CLAIM: claim }) =>
      issuer === undefined || clientId === undefined ? undefined : { issuer, clientId, subjectClaim: claim },
    ),
  loginProvider: z
    .object({
      LOGIN_PROVIDER: z.literal('demonstration', {
        error:
          'LOGIN_PROVIDER must be demonstration: this provider has a password that stands in this project, and is for demonstrations and tests alone',
      }),
      LOGIN_PROVIDER_PORT: port(1),
      DESK_URL: url,
    })
    .transform((env) => ({ port: env.LOGIN_PROVIDER_PORT, deskUrl: new URL(env.DESK_URL).origin })),
};
