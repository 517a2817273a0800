import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPolicies } from '../../src/activities/authority/settings';
import {
  ANY_PERSON,
  type RingEntry,
  endKey,
  entriesOf,
  keyRingOf,
  readRingFile,
} from '../../src/authority/key-ring';
import { writeSecretFile, newKeyPair } from '../../src/authority/person-key';
import { type } from '../support/cli/terminal';
import { receipts } from '../support/authority/forgeries';

const folder = mkdtempSync(join(tmpdir(), 'signed-policies-'));
const at = (name: string) => join(folder, name);
const ring = at('ring.json');
const policy = at('policy.json');
const RULE = { fromKobo: 1_000_000, approvals: 1, roles: ['approver'] };

const kids = new Map<string, string>();

/** Makes a key and its file; the ring knows it unless it is of another ring. */
function person(file: string, subject: string, roles: RingEntry['asserts']['roles'], isKnown = true) {
  const { file: secret, entry } = newKeyPair(subject, roles);
  writeSecretFile(at(file), secret);
  // As the file may say it: a person who is written in two ways is one all the same.
  if (isKnown) writeFileSync(ring, JSON.stringify({ keys: [...entriesOf(ring), entry] }));
  kids.set(file, entry.kid);
}

beforeAll(() => {
  person('one', 'supervisor-1', ['supervisor']);
  person('two', 'approver-2', ['operator', 'approver']);
  person('three', 'approver-3', ['approver']);
  person('again', 'SUPERVISOR-1', ['supervisor']);
  person('officer', 'officer-1', ['officer', 'operator']);
  person('desk', ANY_PERSON, ['supervisor', 'approver']);
  person('unknown', 'supervisor-9', ['supervisor'], false);
  person('stolen', 'supervisor-7', ['supervisor']);
  person('left', 'supervisor-8', ['supervisor']);
});
beforeEach(() => writeFileSync(policy, JSON.stringify({ version: 3, approvals: [RULE] })));
afterEach(() => {
  delete process.env['STARTER_KEY'];
  delete process.env['BANK_ENVIRONMENT'];
});
afterAll(() => rmSync(folder, { recursive: true }));

function signing(key: string) {
  process.env['STARTER_KEY'] = at(key);
  return type(`policy sign ${policy} --json`);
}

const opened = () =>
  openPolicies(policy, {
    ...{ mode: 'signed', environment: 'default/test', receipts },
    keyRing: () => keyRingOf(readRingFile(ring)),
  });

const content = () => JSON.parse(readFileSync(policy, 'utf8')) as { signatures: object[]; version: number };

test('a policy that two people have signed is taken, under the digest that it had before', async () => {
  expect(await signing('one')).toMatchObject({ code: 0 });
  expect(JSON.parse((await signing('two')).out)).toMatchObject({
    version: 3,
    by: 'approver-2',
    signatures: 2,
  });
  const unsigned = at('unsigned.json');
  writeFileSync(unsigned, JSON.stringify({ version: 3, approvals: [RULE] }));
  const { payouts } = await openPolicies(unsigned, { mode: 'open' });
  expect(await opened()).toMatchObject({
    payouts: { version: 3, digest: payouts.digest, approvals: [RULE] },
  });
  const shown = await type(`policy show ${policy} --ring ${ring}`);
  expect(shown.out).toContain('Signed by supervisor-1, approver-2: workers take it');
});

test('where acts are not asked for, neither are signatures', async () => {
  expect(await openPolicies(policy, { mode: 'open' })).toMatchObject({ payouts: { approvals: [RULE] } });
  expect(await openPolicies(undefined, { mode: 'open' })).toMatchObject({ payouts: { version: 0 } });
});

test.each<[string, string[], string]>([
  ['no one', [], '0 of 2 people'],
  ['one person', ['one'], '1 of 2 people'],
  ['one person twice', ['one', 'one'], '1 of 2 people'],
  ['one person under two ids', ['one', 'again'], '1 of 2 people'],
  ['a person whose key the ring lacks', ['one', 'unknown'], 'is not known here'],
])('a policy that %s has signed is refused at the start of a worker', async (_who, keys, why) => {
  for (const key of keys) expect((await signing(key)).code).toBe(0);
  await expect(opened()).rejects.toThrow(why);
});

test.each(['officer', 'desk'])('%s cannot sign a policy', async (key) => {
  expect(await signing(key)).toMatchObject({ code: 2, err: expect.stringContaining("a person's own key") });
  expect(content()).not.toHaveProperty('signatures');
});

test.each<[string, 'revoked' | 'retired']>([
  ['stolen', 'revoked'],
  ['left', 'retired'],
])('the signature of a key that is %s, and so was %s, does not count', async (key, state) => {
  await signing('one');
  await signing(key);
  await opened();
  endKey(ring, kids.get(key) ?? '', state);
  await expect(opened()).rejects.toThrow(`the key that signed its act was ${state}`);
  await signing('two');
  await expect(opened()).resolves.toMatchObject({ payouts: { version: 3 } });
});

test('who signs beside a ring is told which signatures count by it, and signs in vain with no key that it lacks', async () => {
  await signing('one');
  const before = content();
  process.env['STARTER_KEY'] = at('unknown');
  const inVain = await type(`policy sign ${policy} --ring ${ring}`);
  expect(inVain).toMatchObject({ code: 1, out: '' });
  expect(inVain.err).toContain('is as it was');
  expect(inVain.err).toContain(
    'The signature in the name of supervisor-9 does not count: the key that signed',
  );
  expect(content()).toEqual(before);
  await signing('unknown');
  process.env['STARTER_KEY'] = at('two');
  const { code, out } = await type(`policy sign ${policy} --ring ${ring}`);
  expect(code).toBe(0);
  expect(out).toContain('2 of 2 signatures');
  expect(out).toContain('The signature in the name of supervisor-9 does not count');
  expect((await type(`policy sign ${policy}`)).out).toContain('Only the ring says which of them count');
});

test('a change of a signed policy needs both signatures anew', async () => {
  await signing('one');
  await signing('two');
  writeFileSync(policy, JSON.stringify({ ...content(), approvals: [] }));
  await expect(opened()).rejects.toThrow('its fields are not those that its act signs');
  await signing('one');
  expect(content().signatures).toHaveLength(1);
  await expect(opened()).rejects.toThrow('1 of 2 people');
});

test('signatures of another version are told as such', async () => {
  await signing('one');
  await signing('two');
  writeFileSync(policy, JSON.stringify({ ...content(), version: 4 }));
  await expect(opened()).rejects.toThrow(
    'the signature in the name of supervisor-1 does not count: it signs another version',
  );
});

test('a policy that was signed for another environment of the bank is refused', async () => {
  process.env['BANK_ENVIRONMENT'] = 'production';
  await signing('one');
  await signing('two');
  await expect(opened()).rejects.toThrow(/its act is for \S+\/production, and this is \S+\/test/);
});

test('a policy that cannot be used is not signed', async () => {
  writeFileSync(policy, JSON.stringify({ approvals: [] }));
  expect(await signing('one')).toMatchObject({ code: 2, err: expect.stringContaining('version must be') });
});

test('a key that the policy in force needs is ended only after another person has signed, or at once by --now', async () => {
  await signing('one');
  await signing('two');
  const revoke = (key: string, ...more: string[]) =>
    type([`keys revoke ${kids.get(key)} --ring ${ring} --policy ${policy}`, ...more].join(' '));
  const stateOf = (key: string) => keyRingOf(readRingFile(ring)).get(kids.get(key)!)?.state;
  const refused = await revoke('two');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('left with 1 of 2 signatures') });
  expect(refused.err).toMatch(/First another person must sign it \("policy sign .*"\): .*approver-3/);
  expect(stateOf('two')).toBe('active');
  await signing('three');
  expect(await revoke('two')).toMatchObject({ code: 0, err: '' });
  expect((await revoke('one')).code).toBe(1);
  expect(await revoke('one', '--now')).toMatchObject({
    code: 0,
    err: expect.stringContaining('left with 1 of 2 signatures'),
  });
  expect(stateOf('one')).toBe('revoked');
});

test('a stolen key is ended by --now although the policy cannot be read', async () => {
  const broken = at('broken-policy.json');
  writeFileSync(broken, '{');
  const kid = kids.get('officer')!;
  const told = await type(`keys revoke ${kid} --now --ring ${ring} --policy ${broken}`);
  expect(told.err).toContain('cannot be used');
  expect(keyRingOf(readRingFile(ring)).get(kid)?.state).toBe('revoked');
});
