import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { isSigned, signatureOf } from '../../src/webhooks/authentication';

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const secret = fc.string({ minLength: 1 });

test('the signature of a delivery is the HMAC-SHA256 of the raw bytes in lower-case hex', () => {
  const body = Buffer.from('{"a": "é"}');
  const expected = createHmac('sha256', 'secret').update(body).digest('hex');
  expect(signatureOf(body, 'secret')).toBe(expected);
  expect(expected).toMatch(/^[0-9a-f]{64}$/);
});

test('the signature of a delivery is recognised, in either encoding', () => {
  fc.assert(
    fc.property(bytes, secret, fc.constantFrom('hex' as const, 'base64' as const), (body, key, encoding) =>
      isSigned(body, signatureOf(body, key, encoding), key, encoding),
    ),
  );
});

test('the signature of a delivery belongs to these bytes alone: one bit more or less and it is wrong', () => {
  const changed = fc.tuple(bytes, fc.nat(), fc.nat(7)).filter(([body]) => body.length > 0);
  fc.assert(
    fc.property(changed, secret, ([body, place, bit], key) => {
      const other = Buffer.from(body);
      other[place % body.length]! ^= 1 << bit;
      return !isSigned(other, signatureOf(body, key), key, 'hex');
    }),
  );
});

test('the signature of a delivery belongs to this secret alone', () => {
  fc.assert(
    fc.property(bytes, secret, secret, (body, key, other) =>
      key === other ? true : !isSigned(body, signatureOf(body, other), key, 'hex'),
    ),
  );
});

test('the signature of a delivery is nothing else: no prefix, no other case, no other type, whatever its length', () => {
  const body = Buffer.from('{}');
  const right = signatureOf(body, 'secret');
  const wrong = [
    right.slice(0, -1),
    `${right}0`,
    right.toUpperCase(),
    ` ${right}`,
    '',
    undefined,
    7,
    [right],
  ];
  for (const signature of wrong) expect(isSigned(body, signature, 'secret', 'hex')).toBe(false);
  fc.assert(fc.property(fc.string(), (signature) => !isSigned(body, signature, 'secret', 'hex')));
});
