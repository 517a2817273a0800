import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { CLOCK_SKEW_SECONDS, type ActClaims } from '../domain/case/acts';
import { hash } from './digest';
import { ActRefused } from './act-refused';

/** The login provider, and the desk's client id there. */
export interface ProviderPlace {
  readonly issuer: string;
  readonly clientId: string;
  /** The claim with a person's subject; set where `sub` is not an opaque id. */
  readonly subjectClaim?: string | undefined;
}

/** Checks that the person of an act, accepted at `atMs`, has logged in for exactly it. @returns the token @throws ActRefused */
export type LoginCheck = (
  token: unknown,
  accepted: { readonly act: string; readonly claims: ActClaims; readonly atMs: number },
) => Promise<string>;

const TOKEN_LENGTH_MAX = 8_192;
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'];
const ANSWER_WITHIN_MS = 5_000;
/** Pause before it asks for an unknown key again: the provider may have a new one. */
const LOOK_AGAIN_MS = 1_000;

/** The nonce that ties a login to one act and no other. */
export const nonceOf = (act: string): string => hash(act);

/** The check by a provider's keys, fetched when first needed, and again for an unknown key. */
export function checkByProvider(place: ProviderPlace): LoginCheck {
  let found: Promise<JWTVerifyGetKey> | undefined;
  const keys: JWTVerifyGetKey = async (header, token) => {
    const asked = (found ??= keysAddress(place.issuer).then((address) =>
      createRemoteJWKSet(address, { timeoutDuration: ANSWER_WITHIN_MS, cooldownDuration: LOOK_AGAIN_MS }),
    ));
    const known = await asked.catch((error: unknown) => {
      found = undefined;
      throw away(error);
    });
    return Promise.resolve(known(header, token)).catch((error: unknown) => {
      throw isOfToken(error) ? error : away(error);
    });
  };
  return checkBy(place, keys);
}

/** The check by keys that are known. */
export const checkBy =
  ({ issuer, clientId, subjectClaim = 'sub' }: ProviderPlace, keys: JWTVerifyGetKey): LoginCheck =>
  async (token, { act, claims: { sub, iat }, atMs }) => {
    if (typeof token !== 'string' || token.length > TOKEN_LENGTH_MAX)
      throw new ActRefused('its login is no ID token');
    const { payload } = await jwtVerify(token, keys, {
      ...{ issuer, audience: clientId, algorithms: ALGORITHMS },
      requiredClaims: ['sub', 'nonce', 'iat', 'exp', 'auth_time'],
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(atMs),
    }).catch((error: unknown) => {
      throw error instanceof ActRefused ? error : new ActRefused(sentenceOf(error));
    });
    requireOwn(payload, clientId);
    if (payload[subjectClaim] !== sub) throw new ActRefused('its login is that of another person');
    if (payload.nonce !== nonceOf(act)) throw new ActRefused('its login is for another act');
    const earliest = iat - CLOCK_SKEW_SECONDS;
    if (!isFrom(payload.auth_time, earliest) || !isFrom(payload.iat, earliest))
      throw new ActRefused('its login is older than its act: log in anew');
    return token;
  };

const isFrom = (at: unknown, earliest: number) => typeof at === 'number' && at >= earliest;

/** Refuses a token of another program, and one for several audiences that names no program (`azp`). */
function requireOwn({ aud, azp }: JWTPayload, clientId: string): void {
  const isForOthers = Array.isArray(aud) && aud.length > 1;
  if (azp === undefined ? isForOthers : azp !== clientId)
    throw new ActRefused('its login was given to another program');
}

const { JWKSNoMatchingKey, JWKSMultipleMatchingKeys, JOSENotSupported } = errors;

/** Whether a missing key is the token's fault. */
const isOfToken = (error: unknown) =>
  [JWKSNoMatchingKey, JWKSMultipleMatchingKeys, JOSENotSupported].some((kind) => error instanceof kind);

function sentenceOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'its login has expired: log in anew';
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'the signature of its login does not hold';
  return `its login does not say what it must: ${error.claim}`;
}

const away = (error: unknown) =>
  error instanceof ActRefused
    ? error
    : new ActRefused('the login provider does not answer, so that its login cannot be checked: log in anew');

/** The address of a provider's keys (OpenID Connect Discovery). @throws if it is away or answers wrongly */
export async function keysAddress(issuer: string): Promise<URL> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const reply = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  const { issuer: own, jwks_uri: keys } = Object(await reply.json()) as Record<string, unknown>;
  if (typeof own === 'string' && own !== issuer)
    throw new TypeError(`the provider calls itself ${own.slice(0, 200)}`);
  if (own !== issuer || typeof keys !== 'string' || !isAsSafe(keys, issuer))
    throw new TypeError('the provider does not describe itself');
  return new URL(keys);
}

/** Refuses keys over a less safe connection than the issuer's. */
const isAsSafe = (keys: string, issuer: string) =>
  URL.canParse(keys) &&
  (new URL(keys).protocol === 'https:' || new URL(keys).protocol === new URL(issuer).protocol);
