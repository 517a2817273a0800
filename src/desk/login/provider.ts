import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { nonceOf } from '../../authority/login';
import { ACT_LIFETIME_SECONDS } from '../../domain/case/acts';
import type { LoginUnderWay } from './logins';
import { whyRefused } from './refusals';
import { personIn, type Claims, type Person, type RoleMapping } from './roles';

/** Where people log in. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
}

/** The provider did not answer. The message is for the operator. */
export class ProviderUnreachableError extends Error {
  override readonly name = 'ProviderUnreachableError';
}

/** A login that is for one act. */
export interface ActToLogInFor {
  readonly requestId: string;
  readonly act: string;
}

/** By which the provider tells again who a person is. */
export interface ProviderTokens {
  readonly access: string;
  readonly refresh?: string | undefined;
  /** Whom it gave them to, in its own word; left out where that is the person's subject here. */
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

  /** Where the provider sends the browser back to. */
  get returnUrl(): string {
    return `${this.deskUrl}/api/login/return`;
  }

  /**
   * The address to send a browser to, and what to check the answer against. For an act the password is asked for anew, and
   * the ID token will carry the act's hash as its nonce; without an act, `asksPassword` says whether it is asked for anew.
   */
  async begin(
    returnTo: string,
    { asksPassword, by }: { readonly asksPassword: boolean; readonly by?: ActToLogInFor | undefined },
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

  /** Who came back, the ID token that proves it, and the tokens by which the desk can ask the provider for it again. @throws Error where it answers something else */
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
   * What the provider says of a person by now: by a refresh of the tokens where it gave one for that, else by its userinfo.
   * `undefined` where it no longer stands by the login. @throws ProviderUnreachableError
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
      const reply = await openid.refreshTokenGrant(config, tokens.refresh);
      const claims = reply.claims() ?? (await openid.fetchUserInfo(config, reply.access_token, sub));
      return { claims, tokens: { ...tokens, ...tokensIn(reply) } };
    } catch (error) {
      if (isTakenBack(error)) return undefined;
      throw new ProviderUnreachableError(`The login provider does not answer: ${whyRefused(error)}`);
    }
  }

  /** Where a browser ends its login at the provider, too; `undefined` where the provider has no such place or does not answer. */
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

  /** Asked once; anew where it failed. @throws ProviderUnreachableError */
  private config(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const isPlain = issuer.startsWith('http:');
    const asked = (this.found ??= openid.discovery(
      new URL(issuer),
      clientId,
      clientSecret,
      clientSecret === undefined ? openid.None() : openid.ClientSecretBasic(clientSecret),
      // A provider without TLS is one of this machine or a private network: the configuration takes no other.
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

/** Whether the provider says that a login counts no more: its account, its session there or its tokens have ended. */
const isTakenBack = (error: unknown): boolean =>
  (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant') ||
  (error instanceof openid.WWWAuthenticateChallengeError && [401, 403].includes(error.status));

/** A password that was given within a session's longest life is good enough for a new session. */
const SESSION_SECONDS = 8 * 3_600;

/** Who a person is by now, and by which tokens that is told next. */
export interface KnownAgain {
  readonly person: Pick<Person, 'roles' | 'branch'>;
  readonly tokens: ProviderTokens;
}

/** Asks the provider who a person is; `undefined`: nobody with a role. @throws ProviderUnreachableError */
export type PersonCheck = (tokens: ProviderTokens, subject: string) => Promise<KnownAgain | undefined>;

/** Who a person is by now, as the mapping reads what the provider says. */
export const checkBy =
  (provider: Pick<LoginProvider, 'again'>, mapping: RoleMapping): PersonCheck =>
  async (tokens, subject) => {
    const known = await provider.again(tokens, subject);
    const person = known && personIn(known.claims, mapping);
    return person?.subject === subject
      ? { person: { roles: person.roles, branch: person.branch }, tokens: known?.tokens ?? tokens }
      : undefined;
  };
