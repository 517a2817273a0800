import { sign } from 'node:crypto';
import { ACT_TYPE } from '../../../src/domain/case/acts';
import { canonical } from '../../../src/authority/digest';
import type { Expected } from '../../../src/authority/verify';
import { actBy, claims, FIELDS, hmacUnderPublicKey, NOW, otherCurve, personKey, ringWith } from './acts';

const { key, entry } = personKey();
export { key };
const retired = personKey('approver-1', ['approver'], { state: 'retired', since: at(NOW - 60) });
const revoked = personKey('approver-1', ['approver'], { state: 'revoked', since: at(NOW + 3_600) });
const desk = personKey('*', ['approver', 'officer']);
const unknown = personKey();
export const ring = ringWith(entry, retired.entry, revoked.entry, desk.entry);

function at(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

/** One message that reaches a worker. */
export interface Attempt {
  readonly act: unknown;
  readonly fields?: unknown;
  readonly salt?: unknown;
  readonly expected?: Partial<Expected>;
}

const header = { alg: 'EdDSA', kid: key.kid, typ: ACT_TYPE };
const twice = (name: string, value: string) =>
  canonical(claims()).replace('{', `{${JSON.stringify(name)}:${JSON.stringify(value)},`);

/** Each attack with the legitimate act that differs from it in nothing else. */
export const attacks: readonly [name: string, attack: Attempt, twin?: Attempt][] = [
  ['no act at all', { act: undefined }],
  ['an act that is an object', { act: claims() }],
  ['an empty act', { act: '' }],
  [
    'an act without a signature',
    {
      act: actBy(key, claims(), { header: { alg: 'none', typ: ACT_TYPE }, signature: () => Buffer.alloc(0) }),
    },
  ],
  ['alg none under a known kid', { act: actBy(key, claims(), { header: { ...header, alg: 'none' } }) }],
  [
    'HS256 under the public key',
    {
      act: actBy(key, claims(), {
        header: { ...header, alg: 'HS256' },
        signature: hmacUnderPublicKey(entry.x),
      }),
    },
  ],
  [
    'HS256 that calls itself EdDSA',
    { act: actBy(key, claims(), { signature: hmacUnderPublicKey(entry.x) }) },
  ],
  ['another typ', { act: actBy(key, claims(), { header: { ...header, typ: 'JWT' } }) }],
  ['no typ', { act: actBy(key, claims(), { header: { alg: 'EdDSA', kid: key.kid } }) }],
  [
    'a header with its own key',
    { act: actBy(unknown.key, claims(), { header: { ...header, jwk: unknown.entry } }) },
  ],
  [
    'a header that names a key by address',
    { act: actBy(key, claims(), { header: { ...header, jku: 'https://example.com' } }) },
  ],
  [
    'a header with a critical extension',
    { act: actBy(key, claims(), { header: { ...header, crit: ['b64'], b64: false } }) },
  ],
  [
    'a header with a member twice',
    { act: actBy(key, claims(), { header: canonical(header).replace('{', '{"kid":"x",') }) },
  ],
  [
    'a signature of another curve',
    {
      act: actBy(key, claims(), { signature: (signed) => sign('sha256', Buffer.from(signed), otherCurve()) }),
    },
  ],
  ['a signature of nothing', { act: actBy(key, claims(), { signature: () => Buffer.alloc(64) }) }],
  ['a claim altered after it was signed', { act: altered() }],
  ['the key of a unknown under a known kid', { act: actBy(unknown.key, claims(), { header }) }],
  ['an unknown kid', { act: actBy(unknown.key) }],
  ['a revoked key', { act: actBy(revoked.key) }],
  [
    'a key that was revoked, for an act of before',
    { act: actBy(revoked.key), expected: { atMs: (NOW - 5) * 1_000 } },
  ],
  [
    'a retired key with an acceptance of later',
    { act: actBy(retired.key) },
    {
      act: actBy(retired.key, claims({ iat: NOW - 100, exp: NOW + 100 })),
      expected: { atMs: (NOW - 61) * 1_000 },
    },
  ],
  [
    'another subject than the key may speak for',
    { act: actBy(key, claims({ sub: 'approver-2' })) },
    { act: actBy(desk.key, claims({ sub: 'approver-2' })) },
  ],
  ['another role than the key may assert', { act: actBy(key, claims({ role: 'supervisor' })) }],
  [
    'a role that a desk may not assert',
    { act: actBy(desk.key, claims({ role: 'supervisor' })) },
    { act: actBy(desk.key) },
  ],
  ['a role that does not exist', { act: actBy(key, claims({ role: 'admin' as never })) }],
  [
    'another case',
    { act: actBy(key, claims({ wf: 'payout:PO-2' })) },
    { act: actBy(key, claims({ wf: 'payout:PO-2' })), expected: { wf: 'payout:PO-2' } },
  ],
  ['another kind of case', { act: actBy(key), expected: { wf: 'flush:PO-1' } }],
  [
    'another command',
    { act: actBy(key), expected: { act: 'reject' } },
    { act: actBy(key, claims({ act: 'reject' })), expected: { act: 'reject' } },
  ],
  ['a command instead of a start', { act: actBy(key), expected: { act: 'start' } }],
  ['another namespace', { act: actBy(key), expected: { aud: 'other/test' } }],
  ['another environment of the bank', { act: actBy(key, claims({ aud: 'default/production' })) }],
  ['other fields', { act: actBy(key), fields: { ...FIELDS, note: 'Invoice 18' } }],
  ['a field more', { act: actBy(key), fields: { ...FIELDS, expectedStage: 'APPROVAL' } }],
  ['a field less', { act: actBy(key), fields: { expectedDigest: FIELDS.expectedDigest } }],
  ['no fields', { act: actBy(key), fields: undefined }],
  ['another salt', { act: actBy(key), salt: 'A'.repeat(22) }],
  ['no salt', { act: actBy(key), salt: undefined }],
  ['a salt of one letter', { act: actBy(key), salt: 'A' }],
  [
    'an expired act',
    { act: actBy(key), expected: { atMs: (NOW + 330) * 1_000 } },
    { act: actBy(key), expected: { atMs: (NOW + 310) * 1_000 } },
  ],
  [
    'an act of the future',
    { act: actBy(key, claims({ iat: NOW + 60, exp: NOW + 120 })) },
    { act: actBy(key, claims({ iat: NOW + 20, exp: NOW + 120 })) },
  ],
  [
    'an act that is valid for longer than five minutes',
    { act: actBy(key, claims({ iat: NOW, exp: NOW + 301 })) },
    { act: actBy(key, claims({ iat: NOW, exp: NOW + 300 })) },
  ],
  ['an act that ends before it begins', { act: actBy(key, claims({ iat: NOW, exp: NOW - 1 })) }],
  ['instants that are texts', { act: actBy(key, claims({ exp: String(NOW) as never })) }],
  ['an instant with a fraction', { act: actBy(key, claims({ exp: NOW + 0.5 })) }],
  ['a claim twice', { act: actBy(key, claims(), { payload: twice('sub', 'approver-2') }) }],
  [
    'a claim twice, the honest one first',
    { act: actBy(key, claims(), { payload: canonical(claims()).replace('}', ',"sub":"approver-2"}') }) },
  ],
  ['a claim more', { act: actBy(key, { ...claims(), admin: true } as never) }],
  ['a claim less', { act: actBy(key, { ...claims(), jti: undefined } as never) }],
  ['claims in another order', { act: actBy(key, claims(), { payload: JSON.stringify(claims()) }) }],
  [
    'claims with spaces between',
    { act: actBy(key, claims(), { payload: JSON.stringify(claims(), null, 1) }) },
  ],
  ['claims that are a list', { act: actBy(key, claims(), { payload: '[]' }) }],
  ['claims that are no JSON', { act: actBy(key, claims(), { payload: 'sub=approver-1' }) }],
  ['a subject with signs that no id has', { act: actBy(key, claims({ sub: 'approver-1 ' })) }],
  ['a huge act', { act: actBy(key, claims(), { payload: canonical(claims()).padEnd(50_000) }) }],
  ['an act with padding', { act: `${actBy(key)}==` }],
  ['an act with a line end', { act: `${actBy(key)}\n` }],
  ['an act of four parts', { act: `${actBy(key)}.e30` }],
  ['fields that are nested without end', { act: actBy(key), fields: nested(100_000) }],
  [
    'a replayed request id with other content',
    { act: actBy(key, claims({ jti: 'request-1' })), fields: { note: 'other' } },
  ],
];

function altered(): string {
  const [head, , signature] = actBy(key).split('.');
  return [head, Buffer.from(canonical(claims({ jti: 'request-2' }))).toString('base64url'), signature].join(
    '.',
  );
}

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
