import fc from 'fast-check';
import { canonical, digestOf, newSalt } from '../../src/authority/digest';
import { signAct } from '../../src/authority/sign';
import { verifyAct } from '../../src/authority/verify';
import { areClaims, claimsIn } from '../../src/domain/case/acts';
import { actBy, claims, expected, NOW, personKey, ringWith } from '../support/authority/acts';

const { key, entry } = personKey();
const ring = ringWith(entry);
const fields = fc.dictionary(fc.string(), fc.jsonValue());
const deed = { wf: 'payout:PO-1', act: 'approve', aud: 'default/test', role: 'approver' } as const;

test('what is signed is accepted, whatever its fields are', () =>
  fc.assert(
    fc.asyncProperty(fields, async (given) => {
      const plain = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
      delete plain.act;
      delete plain.salt;
      const { act, salt, ...rest } = await signAct({ ...deed, fields: plain }, key, NOW * 1_000);
      const found = await verifyAct({ act, salt, fields: rest }, expected(), ring);
      expect(found).toMatchObject({ sub: 'approver-1', jti: expect.any(String) });
    }),
    { numRuns: 100 },
  ));

test('an act of which one letter was changed is refused', () => {
  const act = actBy(key);
  const letter = fc.constantFrom('A', 'B', 'x', 'z', '0', '9', '-', '_', '.');
  return fc.assert(
    fc.asyncProperty(fc.nat(act.length - 1), letter, async (place, other) => {
      fc.pre(act[place] !== other);
      const changed = act.slice(0, place) + other + act.slice(place + 1);
      const checked = verifyAct({ act: changed, salt: newSalt(), fields: {} }, expected(), ring);
      await expect(checked).rejects.toMatchObject({ name: 'ActRefused' });
    }),
    { numRuns: 300 },
  );
});

test('other fields, or another salt, have another digest', () =>
  fc.assert(
    fc.property(fields, fields, (some, others) => {
      const salt = newSalt();
      const areSame = canonical(some) === canonical(others);
      expect(digestOf(some, salt) === digestOf(others, salt)).toBe(areSame);
      expect(digestOf(some, salt)).not.toBe(digestOf(some, newSalt()));
    }),
  ));

test('the canonical form sorts by code units and writes numbers as RFC 8785 says', () => {
  const given = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 };
  expect(Object.keys(JSON.parse(canonical(given)) as object).sort()).toEqual(Object.keys(given).sort());
  expect(canonical(given)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  expect(canonical([Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
    '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
  );
});

test('claims that are read unverified are those that are signed', () => {
  expect(claimsIn(actBy(key))).toEqual(claims());
});

test('no text makes the unverified reading throw', () =>
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.anything(), fc.base64String()), (given) => {
      const found = claimsIn(given);
      expect(found === undefined || areClaims(found)).toBe(true);
    }),
  ));
