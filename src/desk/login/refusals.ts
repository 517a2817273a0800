import { isNativeError } from 'node:util/types';
import { isReference } from '../../domain/wire/references';
import { valueAt, type Claims, type RoleMapping } from './roles';

/** Words of a provider that refuses the desk itself. */
export const REFUSES_CLIENT = /invalid_client|unauthorized_client|WWW-Authenticate/;

/** Usual causes of refusals, with what to do. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /auth_time/,
    'the ID token has no usable claim auth_time: have the provider put it into the ID tokens of this client',
  ],
  [REFUSES_CLIENT, 'the provider refuses the client: look at OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'],
  [
    /issuer|"iss"/,
    'OIDC_ISSUER must be, letter for letter, what the provider calls itself; a slash at the end counts',
  ],
  [
    /redirect_uri/,
    'the provider must know DESK_URL with /api/login/return as an address of this client to come back to',
  ],
];

/** Why a login was refused, for the operator: words of protocol and library, never a token or a value. */
export function whyRefused(error: unknown): string {
  const words = wordsIn(error).join(': ').slice(0, 300);
  const [, advice] = ADVICE.find(([pattern]) => pattern.test(words)) ?? [];
  return advice === undefined ? words : `${advice} (${words})`;
}

function wordsIn(error: unknown): string[] {
  if (!isNativeError(error)) return [];
  const { error: code } = error as { error?: unknown };
  return [...(typeof code === 'string' ? [code] : []), error.message, ...wordsIn(error.cause)];
}

/** Why claims give nobody a role at the desk, for the operator: names of claims, never their values. */
export function whyNobody(claims: Claims, { claim, subjectClaim }: RoleMapping): string {
  const { [subjectClaim]: subject } = claims;
  if (typeof subject !== 'string' || !isReference(subject))
    return `the claim ${subjectClaim} cannot stand in a case: letters, digits, dots, underscores and hyphens, at most 60, not like the number of a person; OIDC_SUBJECT_CLAIM names another one`;
  const elsewhere = placesOfRoles(claims).filter((place) => place !== claim);
  const there =
    elsewhere.length > 0 ? `; roles stand in ${elsewhere.join(', ')}: set "claim" in DESK_ROLES_FILE` : '';
  return valueAt(claims, claim) === undefined
    ? `the claim ${claim} is missing; there are ${Object.keys(claims).sort().join(', ')}${there}`
    : `no group in the claim ${claim} has a role at the desk by DESK_ROLES_FILE${there}`;
}

/** The paths of lists of roles or groups in claims, at the top or below other claims. */
const placesOfRoles = (claims: Claims, above = ''): string[] =>
  Object.entries(claims).flatMap(([name, value]) => {
    if (Array.isArray(value)) return /role|group/i.test(name) ? [`${above}${name}`] : [];
    return typeof value === 'object' && value !== null && above.split('.').length <= 2
      ? placesOfRoles(value as Claims, `${above}${name}.`)
      : [];
  });
