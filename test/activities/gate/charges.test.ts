import type { ChargeAuthorisation } from '../../../src/domain/case/send-authorisation';
import { canonical, hash } from '../../../src/authority/digest';
import type { SigningKey } from '../../../src/authority/person-key';
import { USUAL_LENDING_POLICY, type LendingPolicy } from '../../../src/domain/loan/policy';
import { repaymentCommands } from '../../../src/domain/repayment/commands';
import { lagosDayOf, addDays } from '../../../src/domain/time/lagos-days';
import { receipts } from '../../support/authority/forgeries';
import { first, officer, proven, sending, supervisor, third } from '../../support/activities/gate';
import { openRecords, type Records } from '../../../src/records/records';
import { testRecords } from '../../support/records/database';
import { provenTogether } from '../../support/activities/together';
import { failureOf } from '../../support/fake-bank';

const WF = 'repayment:L-1';
const order = { loanId: 'L-1', amount: 50_000, reference: 'LN-1-d20260131-a1' };
const mandate = { eachKobo: 60_000 };
const input = { loanReference: 'LN-1', loanId: 'L-1', policy: { mode: 'charge', mandate } };

/** A repayment goes by its loan's reference; its workflow id has the bank's id of the loan. */
const reference = 'LN-1';

/** What a worker vouches for: that a repayment with this input goes on from the loan that a person has begun. */
async function begunWith(given: object, more: object = {}) {
  const { act } = await proven('start', { reference: 'LN-1' }, { wf: 'loan:LN-1', ...more });
  const vouched = { wf: WF, at: new Date().toISOString(), digest: hash(canonical(given)) };
  return { ...receipts.give(act, vouched), fields: given };
}

const charge = async (
  made: Promise<Partial<ChargeAuthorisation>>,
  body: object = order,
  { wf = WF, ...more }: { wf?: string; records?: Records; lending?: LendingPolicy } = {},
) => {
  const { bank, send } = sending(wf, more);
  const sent = send('chargeRepayment', body, await made);
  const failure = await sent.then(
    () => undefined,
    () => failureOf(sent),
  );
  return { failure, sent: bank.chargeRepayment.mock.calls.length };
};

test('a charge inside the mandate of its loan is sent', async () => {
  const start = await begunWith(input);
  expect(await charge(Promise.resolve({ start }))).toEqual({ failure: undefined, sent: 1 });
});

const yesterday = addDays(lagosDayOf(Date.now()), -1);

test.each([
  ['no proof', {}, {}],
  ['more than the mandate allows for one charge', {}, { amount: 60_001 }],
  ['the loan of another case', { loanId: 'L-2' }, { loanId: 'L-2' }],
  ['a reference of another loan', {}, { reference: 'LN-2-d20260131-a1' }],
  ['a mandate that has ended', { policy: { mode: 'charge', mandate: { ...mandate, until: yesterday } } }, {}],
  ['a loan that is only observed', { policy: { mode: 'observe', mandate } }, {}],
  ['a loan without a mandate', { policy: { mode: 'charge' } }, {}],
])('a charge with %s is not sent', async (what, begun, body) => {
  const start = what === 'no proof' ? undefined : await begunWith({ ...input, ...begun });
  const made = Promise.resolve(start ? { start } : {});
  expect(await charge(made, { ...order, ...body })).toMatchObject({
    failure: { type: 'PROOF_REFUSED' },
    sent: 0,
  });
});

test('a mandate that was made larger after a worker vouched for it does not count', async () => {
  const larger = { ...input, policy: { mode: 'charge', mandate: { eachKobo: 9_000_000 } } };
  const start = { ...(await begunWith(input)), fields: larger };
  expect(await charge(Promise.resolve({ start }))).toMatchObject({
    failure: { message: 'nothing was sent: its proof is for another input' },
    sent: 0,
  });
});

test('a charge that an officer has asked for is sent up to what they have asked for', async () => {
  const start = await begunWith({ ...input, policy: { mode: 'observe' } });
  const asked = (amountKobo: number, key = officer.key, role: 'officer' | 'operator' = 'officer') =>
    proven('chargeNow', { amountKobo }, { key, role, wf: WF });
  const ask = async (proof: ReturnType<typeof asked>) => charge(proof.then((one) => ({ start, asked: one })));
  expect(await ask(asked(50_000))).toEqual({ failure: undefined, sent: 1 });
  expect((await ask(asked(49_999))).failure?.message).toContain('more than the officer has asked for');
  expect((await ask(asked(50_000, third.key, 'operator'))).failure?.message).toContain('takes the role');
  expect((await ask(asked(50_000, first.key))).failure?.message).toContain('may not assert this role');
});

test('charges under one mandate come to no more than it allows in all; what an officer asks for does not count', async () => {
  const database = await testRecords();
  const records = openRecords(database.roles, database.keys);
  const within = { ...input, policy: { mode: 'charge', mandate: { ...mandate, inAllKobo: 120_000 } } };
  const start = await begunWith(within);
  const asked = await proven(
    'chargeNow',
    { amountKobo: 50_000 },
    { key: officer.key, role: 'officer', wf: WF },
  );
  const numbered = (number: number) => ({ ...order, reference: `LN-1-d20260131-a${number}` });
  const byMandate = (number: number) =>
    charge(Promise.resolve({ start }), numbered(number), { records }).then(({ failure }) => failure?.message);
  expect([await byMandate(1), await byMandate(2)]).toEqual([undefined, undefined]);
  expect(await byMandate(3)).toContain('would pass what its mandate allows in all');
  const together = Promise.resolve({ start, asked });
  expect(await charge(together, numbered(4), { records })).toEqual({ failure: undefined, sent: 1 });
  await records.close();
  await database.close();
});

const together = { fromKobo: 0, approvals: 1, roles: ['officer', 'supervisor'] } as const;
const asking = (version: number, ...confirmations: (typeof together)[]) => ({
  ...{ ...USUAL_LENDING_POLICY, version },
  commands: { ...USUAL_LENDING_POLICY.commands, chargeNow: { confirmations } },
});
const [lax, strict] = [asking(1), asking(1, together)];

test.each([
  ['a laxer one, a worker with a stricter one', lax, strict],
  ['a stricter one, a worker with a laxer one', strict, lax],
])(
  'a loan that was opened under %s: a charge of an officer takes the second person that either asks for',
  async (_what, opened, lending) => {
    const start = await begunWith({ ...input, lending: opened });
    const asked = (others: readonly { key: SigningKey; role: 'supervisor' }[]) =>
      provenTogether(
        WF,
        ['chargeNow', repaymentCommands.chargeNow],
        { amountKobo: 50_000 },
        {
          by: { key: officer.key, role: 'officer' },
          others,
          reference,
          about: { dueBy: yesterday, dueKobo: 50_000 },
        },
      );
    const alone = await charge(
      asked([]).then((one) => ({ start, asked: one })),
      order,
      { lending },
    );
    expect(alone).toMatchObject({ failure: { type: 'PROOF_REFUSED' }, sent: 0 });
    const two = asked([{ key: supervisor.key, role: 'supervisor' }]).then((one) => ({ start, asked: one }));
    expect(await charge(two, order, { lending })).toEqual({ failure: undefined, sent: 1 });
  },
);

test.each([
  ['no more than was due then', 50_000, { sent: 1 }],
  ['more than was due then', 49_999, { sent: 0 }],
  ['of which people were shown nothing', undefined, { sent: 0 }],
])('all that is due is charged together as it was proposed: %s', async (_what, dueKobo, expected) => {
  const start = await begunWith({ ...input, lending: strict });
  const asked = await provenTogether(
    WF,
    ['chargeNow', repaymentCommands.chargeNow],
    {},
    {
      ...{ by: { key: officer.key, role: 'officer' }, others: [{ key: supervisor.key, role: 'supervisor' }] },
      reference,
      about: dueKobo === undefined ? {} : { dueBy: yesterday, dueKobo },
    },
  );
  const made = Promise.resolve({ start, asked });
  expect(await charge(made, order, { lending: strict })).toMatchObject(expected);
});

test('what people were shown to be due cannot be made more afterwards', async () => {
  const start = await begunWith({ ...input, lending: strict });
  const asked = await provenTogether(
    WF,
    ['chargeNow', repaymentCommands.chargeNow],
    {},
    {
      ...{ by: { key: officer.key, role: 'officer' }, others: [{ key: supervisor.key, role: 'supervisor' }] },
      reference,
      about: { dueBy: yesterday, dueKobo: 10_000 },
    },
  );
  const more = { ...asked, about: { dueBy: yesterday, dueKobo: 50_000 } };
  const made = Promise.resolve({ start, asked: more });
  expect((await charge(made, order, { lending: strict })).failure?.message).toContain('0 of 1 people');
});

test('a worker with an older policy than that of the loan leaves the charge to others', async () => {
  const start = await begunWith({ ...input, lending: asking(2) });
  expect(await charge(Promise.resolve({ start }), order, { lending: lax })).toMatchObject({
    failure: { type: 'POLICY_OLDER' },
    sent: 0,
  });
});
