import { ACT_TYPE, type SignedMessage } from '../../../src/domain/case/acts';
import { ROLES, type CommandTable, type Role } from '../../../src/domain/case/commands';
import type { Field } from '../../../src/domain/case/fields';
import { newWorkersKeys, ReceiptBook } from '../../../src/authority/receipts';
import { signAct, type Act } from '../../../src/authority/sign';
import { digestOf, newSalt } from '../../../src/authority/digest';
import { actBy, claims, personKey, ringWith } from './acts';

export const ENVIRONMENT = 'default/test';
export const FORGER = 'forger-1';

export const person = personKey('officer-1', ROLES);
const approver = personKey('approver-1', ['approver']);
const revoked = personKey('officer-2', ROLES, { state: 'revoked', since: '2020-01-01T00:00:00Z' });
const retired = personKey('officer-3', ROLES, { state: 'retired', since: '2020-01-01T00:00:00Z' });
const foreign = personKey(FORGER, ROLES);

export const receipts = new ReceiptBook(newWorkersKeys());
export const authority = {
  mode: 'signed',
  environment: ENVIRONMENT,
  keyRing: () => ringWith(person.entry, approver.entry, revoked.entry, retired.entry),
  receipts,
} as const;

/** A deed that a forger would like to see done. */
export interface Target {
  readonly wf: string;
  readonly act: string;
  readonly role: Role;
  readonly fields: object;
}

/** The approval of a payout. */
export const APPROVE: Target = {
  wf: 'payout:PO-1',
  act: 'approve',
  role: 'approver',
  fields: { expectedDigest: 'ab'.repeat(32) },
};

export const signed = (target: Target, more: Partial<Act> = {}, key = person.key, nowMs = Date.now()) =>
  signAct({ ...target, aud: ENVIRONMENT, ...more }, key, nowMs);

/** An act that says of itself that it lives for an hour. */
function longLived({ wf, act, role, fields }: Target): SignedMessage {
  const salt = newSalt();
  const iat = Math.floor(Date.now() / 1_000);
  const digest = digestOf(fields, salt);
  const said = claims({ sub: person.key.subject, wf, act, role, digest, iat, exp: iat + 3_600, jti: 'long' });
  return { ...fields, act: actBy(person.key, said), salt };
}

async function underAnotherKid(target: Target): Promise<object> {
  const message = await signed(target, {}, foreign.key);
  const header = { alg: 'EdDSA', kid: person.key.kid, typ: ACT_TYPE };
  const [, payload, signature] = message.act.split('.');
  return {
    ...message,
    act: [Buffer.from(JSON.stringify(header)).toString('base64url'), payload, signature].join('.'),
  };
}

/** Every way in which a message may be forged, each beside nothing but a legitimate one. */
export const forgeries: Readonly<Record<string, (target: Target) => Promise<object>>> = {
  unsigned: async ({ fields, role }) => ({ ...fields, actor: FORGER, role, requestId: 'forged-1' }),
  'signed by an unknown key': (target) => signed(target, {}, foreign.key),
  'signed by an unknown key under a known kid': underAnotherKid,
  'signed by a revoked key': (target) => signed(target, {}, revoked.key),
  'signed by a retired key': (target) => signed(target, {}, retired.key),
  'backdated under a retired key': (target) =>
    signed(target, {}, retired.key, Date.parse('2019-12-31T23:58:00Z')),
  'for another case': (target) => signed({ ...target, wf: `${target.wf}-other` }),
  'for another deed': (target) => signed({ ...target, act: 'somethingElse' }),
  'for another environment of the bank': (target) => signed(target, { aud: 'default/production' }),
  'for another person': (target) => signed(target, { sub: FORGER }),
  'for a role that the key may not assert': (target) => signed(target, { role: 'borrower' }, approver.key),
  'with another field': async (target) => ({ ...(await signed(target)), note: 'changed' }),
  'with a field less': async (target) =>
    signed({ ...target, fields: { ...target.fields, note: 'gone' } }).then(withoutNote),
  'with another salt': async (target) => ({ ...(await signed(target)), salt: newSalt() }),
  'with an actor beside its act': async (target) => ({
    ...(await signed(target)),
    actor: FORGER,
    role: target.role,
  }),
  expired: (target) => signed(target, {}, person.key, Date.now() - 400_000),
  'from the future': (target) => signed(target, {}, person.key, Date.now() + 120_000),
  'that lives for an hour': async (target) => longLived(target),
};

const withoutNote = ({ note: _gone, ...message }: SignedMessage): object => message;

/** Fields that pass the schema of a command. */
export const sampleFields = (table: CommandTable, name: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table[name]?.fields ?? {})
      .filter(([, { optional }]) => optional !== true)
      .map(([field, about]) => [field, sample(about)]),
  );

function sample(field: Field): unknown {
  switch (field.kind) {
    case 'code':
      return field.values[0];
    case 'integer':
      return field.min;
    case 'digits':
      return '1'.repeat(field.min);
    case 'date':
      return '2026-01-31';
    case 'flag':
      return true;
    case 'sha256':
      return '0'.repeat(64);
    case 'rows':
      return '1';
    default:
      return 'sample';
  }
}
