import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider, { type Configuration } from 'oidc-provider';
import type { DeskRole } from '../../src/desk/contract/fields';

interface ProviderPlace {
  readonly issuer: string;
  readonly deskUrl: string;
  /** The secrets by which it knows the desk now; by default the desk needs none. */
  readonly deskSecrets?: () => readonly string[];
}

/** An OpenID provider for demonstrations and tests, with a few people whose password is public. */
export async function createLoginProvider(place: ProviderPlace): Promise<Server> {
  const { default: OpenIdProvider } = await withoutAdvice(() => import('oidc-provider'));
  const provider = await withoutAdvice(async () => new OpenIdProvider(place.issuer, configuration(place)));
  const { deskSecrets } = place;
  if (deskSecrets)
    provider.Client.prototype.compareClientSecret = function (given) {
      return this.clientId === DESK_CLIENT ? deskSecrets().includes(given) : given === this.clientSecret;
    };
  const others = provider.callback();
  return createServer((request, response) => {
    const isLogin = request.url?.startsWith('/interaction/') === true;
    const answered = isLogin ? logIn(provider, request, response) : others(request, response);
    answered.catch(() => response.writeHead(400).end('This login has ended: begin anew at the desk.'));
  });
}

/** Mutes the package's advice against sessions and keys in memory, which a demonstration wants. */
async function withoutAdvice<R>(make: () => Promise<R>): Promise<R> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await make();
  } finally {
    console.warn = warn;
  }
}

/** Seconds. */
const HOUR = 3_600;
const FORTNIGHT = 14 * 24 * HOUR;

const configuration = ({ deskUrl, deskSecrets }: ProviderPlace): Configuration => ({
  clients: [
    {
      client_id: DESK_CLIENT,
      ...(deskSecrets && { client_secret: DEMONSTRATION_PASSWORD }),
      redirect_uris: [`${deskUrl}/api/login/return`],
      post_logout_redirect_uris: [`${deskUrl}/`],
      token_endpoint_auth_method: deskSecrets ? 'client_secret_basic' : 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    {
      client_id: PROGRAM_CLIENT,
      client_secret: DEMONSTRATION_PASSWORD,
      redirect_uris: [],
      grant_types: ['client_credentials'],
      response_types: [],
    },
  ],
  pkce: { required: () => true },
  cookies: { keys: [randomBytes(32).toString('base64url')] },
  claims: { openid: ['sub'], profile: ['name', 'roles', 'branch'] },
  conformIdTokenClaims: false,
  // About each that the package chooses it writes advice to stdout.
  ttl: {
    ...{ AccessToken: HOUR, ClientCredentials: HOUR / 6, IdToken: HOUR, Interaction: HOUR },
    ...{ Grant: FORTNIGHT, RefreshToken: FORTNIGHT, Session: FORTNIGHT },
  },
  // With it the desk asks for a person's current roles.
  issueRefreshToken: () => true,
  findAccount: (_context, id) => {
    const user = Object.hasOwn(DEMONSTRATION_USERS, id) ? DEMONSTRATION_USERS[id] : undefined;
    return user && { accountId: id, claims: () => ({ sub: id, ...user, roles: [...user.roles] }) };
  },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  // A person who can log in may use the desk: no consent is needed.
  loadExistingGrant: async ({ oidc }) => {
    const { client, session, provider } = oidc;
    if (!client || session?.accountId === undefined) return undefined;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid profile');
    await grant.save();
    return grant;
  },
  extraTokenClaims: (_context, token) =>
    token.kind === 'ClientCredentials' ? { name: PROGRAM_CLIENT, roles: ['officer', 'operator'] } : undefined,
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_context, client) => (client.clientId === PROGRAM_CLIENT ? deskUrl : []),
      getResourceServerInfo: () => ({ scope: '', audience: deskUrl, accessTokenFormat: 'jwt' }),
    },
  },
});

/** Handles `/interaction/…`: shows the login form and receives it. */
async function logIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { uid } = await provider.interactionDetails(request, response);
  const show = (refusal?: string) =>
    response
      .writeHead(refusal === undefined ? 200 : 401, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      })
      .end(loginPage(`/interaction/${uid}`, refusal));
  if (request.method !== 'POST') return void show();
  const form = new URLSearchParams(await text(request));
  const accountId = form.get('user') ?? '';
  const isKnown =
    Object.hasOwn(DEMONSTRATION_USERS, accountId) && form.get('password') === DEMONSTRATION_PASSWORD;
  if (!isKnown) return void show('User or password is wrong.');
  await provider.interactionFinished(
    request,
    response,
    { login: { accountId } },
    { mergeWithLastSubmission: false },
  );
}

/** A form with the fields *User* and *Password*. It never repeats what was typed. */
const loginPage = (action: string, refusal?: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Log in</title><meta name="viewport" content="width=device-width">
<style>
body { font: 1rem/1.5 system-ui, sans-serif; display: grid; place-items: center; min-height: 95vh; }
form { display: grid; gap: 0.75rem; width: min(20rem, 90vw); }
label { display: grid; gap: 0.25rem; }
input, button { font: inherit; padding: 0.5rem; }
</style></head>
<body><main><h1>Log in to the demonstration</h1>
${refusal === undefined ? '' : `<p role="alert">${refusal}</p>`}
<form method="post" action="${action}">
<label>User <input name="user" autocomplete="username" autofocus required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button type="submit">Log in</button>
</form>
<p>Users: ${Object.keys(DEMONSTRATION_USERS).join(', ')}. The password of each is “${DEMONSTRATION_PASSWORD}”.</p></main></body></html>`;

/** A person of the demonstration. */
interface DemonstrationUser {
  readonly name: string;
  readonly roles: readonly DeskRole[];
  readonly branch?: string;
}

/** The desk's client id at the demonstration's provider. */
export const DESK_CLIENT = 'desk';
/** A lender's program that looks after loans and orders payouts. Its secret is public, like the password. */
export const PROGRAM_CLIENT = 'officer-app';

/** The password of all demonstration users. */
export const DEMONSTRATION_PASSWORD = 'demonstration';

/** The users of a demonstration's desk, by user name. */
export const DEMONSTRATION_USERS: Readonly<Record<string, DemonstrationUser>> = {
  officer: { name: 'Ola Officer', roles: ['officer'], branch: 'ikeja' },
  'other-officer': { name: 'Bisi Officer', roles: ['officer'], branch: 'kano' },
  supervisor: { name: 'Sade Supervisor', roles: ['supervisor'] },
  maker: { name: 'Musa Maker', roles: ['operator'] },
  approver: { name: 'Ada Approver', roles: ['approver'] },
  auditor: { name: 'Uche Auditor', roles: ['auditor'] },
  administrator: { name: 'Amina Administrator', roles: ['administrator'] },
};
