import fc from 'fast-check';
import {
  isAgreed,
  consentRefusal,
  ruleFor,
  steppedUp,
  type Agreement,
  type ApprovalRule,
} from '../../src/domain/case/agreement';

const rules: ApprovalRule[] = [
  { fromKobo: 10_000_000, approvals: 2, roles: ['supervisor'] },
  { fromKobo: 1_000_000, approvals: 1, roles: ['approver', 'supervisor'] },
];

test.each([
  [999_999, undefined],
  [1_000_000, 1],
  [9_999_999, 1],
  [10_000_000, 2],
])('%i kobo need %s approvals', (amountKobo, approvals) => {
  expect(ruleFor(rules, amountKobo)?.approvals).toBe(approvals);
});

const person = fc.constantFrom('ada', 'bola', 'chidi', 'dayo');
const agreement = fc.record({
  actor: person,
  role: fc.constantFrom('approver' as const, 'supervisor' as const, 'borrower' as const),
  expectedDigest: fc.constantFrom('this', 'another'),
});

test('an approval needs as many different approvers as the rule says, none of them an author, all of them for this digest', () => {
  fc.assert(
    fc.property(fc.array(agreement), fc.array(person), fc.constantFrom(...rules), (all, makers, rule) => {
      let approval: Agreement = { digest: 'this', rule, makers, approvers: [] };
      const taken = all.filter((one) => {
        if (isAgreed(approval) || consentRefusal(approval, one) !== undefined) return false;
        approval = { ...approval, approvers: [...approval.approvers, one.actor] };
        return true;
      });
      const approvers = new Set(taken.map(({ actor }) => actor));
      expect(approvers.size).toBe(taken.length);
      expect(isAgreed(approval)).toBe(approvers.size >= rule.approvals);
      for (const { actor, role, expectedDigest } of taken) {
        expect(makers).not.toContain(actor);
        expect(rule.roles).toContain(role);
        expect(expectedDigest).toBe('this');
      }
    }),
  );
});

/** The same person, as an attacker may write the id. */
const otherSpelling = fc.constantFrom(
  (id: string) => id.toUpperCase(),
  (id: string) => ` ${id}\t`,
  (id: string) => id.replace(/./, (first) => first.toUpperCase()),
  (id: string) => id.replace(/./g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
);

test('who writes an id in another way is the same person: neither another approver, nor no maker any more', () => {
  fc.assert(
    fc.property(person, otherSpelling, fc.constantFrom(...rules), (actor, spell, rule) => {
      const agreement = { actor: spell(actor), role: 'supervisor' as const, expectedDigest: 'this' };
      const approval: Agreement = { digest: 'this', rule, makers: [], approvers: [] };
      expect(consentRefusal(approval, agreement)).toBeUndefined();
      expect(consentRefusal({ ...approval, makers: [actor] }, agreement)).toContain('made or changed this');
      expect(consentRefusal({ ...approval, approvers: [actor] }, agreement)).toContain('approved it before');
      expect(isAgreed({ ...approval, rule: rules[0]!, approvers: [actor, spell(actor)] })).toBe(false);
      expect(isAgreed({ ...approval, rule: rules[1]!, makers: [actor], approvers: [spell(actor)] })).toBe(
        false,
      );
    }),
  );
});

test('from the step-up amount on, and with one in the policy, a rule asks for fresh logins', () => {
  const [rule] = rules;
  expect(steppedUp(rule, 20_000_000, { stepUpKobo: 20_000_000 })).toEqual({ ...rule, freshLogin: true });
  expect(steppedUp(rule, 19_999_999, { stepUpKobo: 20_000_000 })).toEqual(rule);
  expect(steppedUp(rule, Infinity, { stepUpKobo: 20_000_000 })).toMatchObject({ freshLogin: true });
  expect(steppedUp(rule, Infinity, {})).toEqual(rule);
  expect(steppedUp(rule, 20_000_000, { passkeyFromKobo: 20_000_000 })).toEqual({ ...rule, passkey: true });
  expect(steppedUp(undefined, 20_000_000, { stepUpKobo: 0 })).toBeUndefined();
});

test('what a desk signs without a fresh login is refused where the rule asks for one, and nowhere else', () => {
  const rule: ApprovalRule = { fromKobo: 0, approvals: 1, roles: ['approver'] };
  const approval = { digest: 'this', rule, makers: [], approvers: [] };
  const one = { actor: 'ada', role: 'approver', expectedDigest: 'this' } as const;
  const fresh: Agreement = { ...approval, rule: { ...rule, freshLogin: true } };
  expect(consentRefusal(fresh, { ...one, lacksFreshLogin: true })).toContain('a fresh login at the desk');
  expect(consentRefusal(fresh, one)).toBeUndefined();
  expect(consentRefusal(approval, { ...one, lacksFreshLogin: true })).toBeUndefined();
});

test('what a desk signs without a device of the person is refused where the rule asks for one, and nowhere else', () => {
  const rule: ApprovalRule = { fromKobo: 0, approvals: 1, roles: ['approver'] };
  const approval = { digest: 'this', rule, makers: [], approvers: [] };
  const one = { actor: 'ada', role: 'approver', expectedDigest: 'this' } as const;
  const byDevice: Agreement = { ...approval, rule: { ...rule, passkey: true } };
  expect(consentRefusal(byDevice, { ...one, lacksPasskey: true })).toContain('by a device of your own');
  expect(consentRefusal(byDevice, one)).toBeUndefined();
  expect(consentRefusal(approval, { ...one, lacksPasskey: true })).toBeUndefined();
});
