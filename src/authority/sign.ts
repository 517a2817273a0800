import { randomUUID } from 'node:crypto';
import { CompactSign } from 'jose';
import {
  ACT_LIFETIME_SECONDS,
  ACT_TYPE,
  areClaims,
  type ActClaims,
  type Deed,
  type SignedMessage,
} from '../domain/case/acts';
import type { Role } from '../domain/case/commands';
import { canonical, digestOf, newSalt } from './digest';
import type { SigningKey } from './person-key';

/** An act to sign: one deed of one person. */
export interface Act extends Deed {
  /** The workers' namespace and bank environment, as `actEnvironment` joins them. */
  readonly aud: string;
  readonly role: Role;
  /** The person; by default the key's own. With a desk's key it is required. */
  readonly sub?: string | undefined;
  /** The fields of the command, or the input of the start. */
  readonly fields: object;
  /** Your id of the request, which makes repeats harmless; random by default. */
  readonly requestId?: string | undefined;
  /** At most 300, the default. */
  readonly lifetimeSeconds?: number;
}

/** The `aud` of acts: it must be the same on both sides. */
export const actEnvironment = (namespace: string, bankEnvironment: string): string =>
  `${namespace}/${bankEnvironment}`;

/** Signs an act. @returns the whole message: fields, act and salt @throws TypeError if its claims are not valid */
export async function signAct(act: Act, key: SigningKey, nowMs = Date.now()): Promise<SignedMessage> {
  const fields = JSON.parse(JSON.stringify(act.fields)) as Readonly<Record<string, unknown>>;
  const salt = newSalt();
  const iat = Math.floor(nowMs / 1_000);
  const claims: ActClaims = {
    sub: act.sub ?? key.subject,
    role: act.role,
    wf: act.wf,
    act: act.act,
    digest: digestOf(fields, salt),
    jti: act.requestId ?? randomUUID(),
    aud: act.aud,
    iat,
    exp: iat + Math.min(act.lifetimeSeconds ?? ACT_LIFETIME_SECONDS, ACT_LIFETIME_SECONDS),
  };
  if (!areClaims(claims))
    throw new TypeError('an act needs sub, role, wf, act, aud and a request id as references');
  const payload = new TextEncoder().encode(canonical(claims));
  const header = { alg: 'EdDSA', kid: key.kid, typ: ACT_TYPE };
  return { ...fields, act: await new CompactSign(payload).setProtectedHeader(header).sign(key.key), salt };
}
