import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { nonceOf, type ProviderPlace } from '../../authority/login';
import { ACT_LIFETIME_SECONDS } from '../../domain/case/acts';
import type { LoginUnderWay } from './logins';
import { REFUSES_CLIENT, whyRefused } from './refusals';
import { personIn, type Claims, type RoleMapping } from './roles';

export interface ProviderSettings extends Pick<ProviderPlace, 'issuer' | 'clientId'> {
  readonly clientSecret?: string | undefined;
}

/** The provider did not answer. The message is for the operator. */
export class ProviderUnreachableError extends Error {
  override readonly name = 'ProviderUnreachableError';
}

/** The tokens by which the desk can ask the provider again who a person is. */
export interface ProviderTokens {
  readonly access: string;
  readonly refresh?: string | undefined;
  /** The provider's own `sub` of the person; if missing, it is the person's subject at the desk. */
  readonly sub?: string | undefined;
}

/** An OpenID provider: code flow with PKCE for people, signed access tokens for programs. */
export class LoginProvider {
  private found: Promise<openid.Configuration> | undefined;
  private keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  constructor(
    private readonly settings: ProviderSettings,
    private readonly deskUrl: string,
  ) {}

  /** The address to which the provider sends the browser back. */
  get returnUrl(): string {
    return `${this.deskUrl}/api/login/return`;
  }

  /**
   * The address to send a browser to, and the values to check the answer against. For an act, the provider
   * asks for the password again, and the ID token carries the act's hash as its nonce; otherwise
   * `asksPassword` decides.
   */
  async begin(
    returnTo: string,
    asksPassword: boolean,
    by?: { readonly requestId: string; readonly act: string },
  ): Promise<{ url: URL; login: LoginUnderWay }> {
    const config = await this.config();
    const verifier = openid.randomPKCECodeVerifier();
    const nonce = by ? nonceOf(by.act) : openid.randomNonce();
    const login = { state: openid.randomState(), nonce, verifier, returnTo, requestId: by?.requestId };
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: this.returnUrl,
      scope: 'openid profile',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: login.state,
      nonce: login.nonce,
      max_age: by ? '0' : String(SESSION_SECONDS),
      ...((by || asksPassword) && { prompt: 'login' }),
    });
    return { url, login };
  }

  /**
   * The claims of the person who came back, the ID token that proves them, and the tokens for asking the
   * provider again.
   * @throws Error if the answer is not valid
   */
  async finish(query: string, { state, nonce, verifier, requestId }: LoginUnderWay) {
    const maxAge = requestId === undefined ? SESSION_SECONDS : ACT_LIFETIME_SECONDS;
    const tokens = await openid.authorizationCodeGrant(
      await this.config(),
      new URL(`${this.returnUrl}${query}`),
      { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, maxAge },
    );
    const [claims, idToken] = [tokens.claims(), tokens.id_token];
    if (!claims || idToken === undefined) throw new Error('the provider gave no ID token');
    return { claims, idToken, tokens: { ...tokensIn(tokens), sub: claims.sub } };
  }

  /**
   * The provider's present claims of a person, by a refresh token if it gave one, else by its userinfo;
   * `undefined` if the login no longer counts there. @throws ProviderUnreachableError
   */
  async again(
    tokens: ProviderTokens,
    subject: string,
  ): Promise<{ readonly claims: Claims; readonly tokens: ProviderTokens } | undefined> {
    const config = await this.config();
    const { sub = subject } = tokens;
    try {
      if (tokens.refresh === undefined)
        return { claims: await openid.fetchUserInfo(config, tokens.access, sub), tokens };
      const reply = await refreshed(config, tokens.refresh);
      const claims = reply.claims() ?? (await openid.fetchUserInfo(config, reply.access_token, sub));
      return { claims, tokens: { ...tokens, ...tokensIn(reply) } };
    } catch (error) {
      if (isTakenBack(error)) return undefined;
      throw new ProviderUnreachableError(`The login provider does not answer: ${whyRefused(error)}`);
    }
  }

  /**
   * Whether the provider knows the desk, which asks with a code that it never gave (RFC 6749, 5.2); `undefined`
   * if its words leave that open. @throws ProviderUnreachableError
   */
  async knowsDesk(): Promise<{ readonly known: boolean | undefined; readonly words: string }> {
    const config = await this.config();
    const error: unknown = await openid
      .genericGrantRequest(config, 'authorization_code', {
        ...{ code: openid.randomState(), redirect_uri: this.returnUrl },
        code_verifier: openid.randomPKCECodeVerifier(),
      })
      .catch((refused: unknown) => refused);
    const words = whyRefused(error);
    if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant')
      return { known: true, words };
    return { known: REFUSES_CLIENT.test(words) ? false : undefined, words };
  }

  /** The address that ends a browser's login at the provider; `undefined` if it has none or is away. */
  async logoutAddress(idToken: string): Promise<string | undefined> {
    const config = await this.config().catch(() => undefined);
    if (config?.serverMetadata().end_session_endpoint === undefined) return undefined;
    const back = { id_token_hint: idToken, post_logout_redirect_uri: `${this.deskUrl}/` };
    return openid.buildEndSessionUrl(config, back).href;
  }

  /** The claims of an access token that the provider has signed for the desk. @throws Error */
  async claimsOf(accessToken: string): Promise<Claims> {
    const { jwks_uri: address = '' } = (await this.config()).serverMetadata();
    this.keys ??= createRemoteJWKSet(new URL(address));
    const { payload } = await jwtVerify(accessToken, this.keys, {
      issuer: this.settings.issuer,
      audience: this.deskUrl,
      typ: 'at+jwt',
    });
    return payload;
  }

  /** The provider's metadata, fetched once, or again after a failure. @throws ProviderUnreachableError */
  private config(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const isPlain = issuer.startsWith('http:');
    const asked = (this.found ??= openid.discovery(
      new URL(issuer),
      clientId,
      clientSecret,
      clientSecret === undefined ? openid.None() : openid.ClientSecretBasic(clientSecret),
      // The configuration allows a provider without TLS only on this machine or in a private network.
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the library has no other way to allow it, and marks this one so that it is noticed, not to remove it
      { timeout: 5, ...(isPlain && { execute: [openid.allowInsecureRequests] }) },
    ));
    return asked.catch((error: unknown) => {
      this.found = undefined;
      throw new ProviderUnreachableError(`The login provider does not answer: ${whyRefused(error)}`);
    });
  }
}

const tokensIn = ({ access_token: access, refresh_token: refresh }: openid.TokenEndpointResponse) => ({
  access,
  ...(refresh !== undefined && { refresh }),
});

/** A challenge of this endpoint is about the desk's own secret: it takes no person's login back. */
const refreshed = (config: openid.Configuration, token: string) =>
  openid.refreshTokenGrant(config, token).catch((error: unknown) => {
    if (!(error instanceof openid.WWWAuthenticateChallengeError)) throw error;
    throw new Error('The provider refused the desk', { cause: error });
  });

/** Whether the provider says that a login no longer counts: its account, session or tokens have ended. */
const isTakenBack = (error: unknown): boolean =>
  (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant') ||
  (error instanceof openid.WWWAuthenticateChallengeError && [401, 403].includes(error.status));

/** Largest age of a password entry that a new session accepts: a session's longest life. */
const SESSION_SECONDS = 8 * 3_600;

export type PersonCheck = ReturnType<typeof checkBy>;

/**
 * Asks the provider for a person's present roles and branch, and the tokens for the next check; `undefined` for one
 * without a role by the mapping. @throws ProviderUnreachableError
 */
export const checkBy =
  (provider: Pick<LoginProvider, 'again'>, mapping: RoleMapping) =>
  async (tokens: ProviderTokens, subject: string) => {
    const known = await provider.again(tokens, subject);
    const person = known && personIn(known.claims, mapping);
    return person?.subject === subject
      ? { person: { roles: person.roles, branch: person.branch }, tokens: known?.tokens ?? tokens }
      : undefined;
  };
