import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyRingOf, readRing, readRingFile, type RingEntry } from '../../src/authority/key-ring';
import { ReceiptBook } from '../../src/authority/receipts';
import { verifyAct } from '../../src/authority/verify';
import { newDevice } from '../support/authority/device';
import { type } from '../support/cli/terminal';

const folder = mkdtempSync(join(tmpdir(), 'cli-keys-'));
const at = (name: string) => join(folder, name);
const ring = at('ring.json');

afterEach(() => {
  delete process.env['STARTER_KEY'];
});
afterAll(() => rmSync(folder, { recursive: true }));

const create = (subject: string, roles: string) =>
  type(`keys create ${subject} --roles ${roles} --out ${at(`${subject}.json`)} --ring ${ring} --json`);
const entryOf = ({ out }: { out: string }) => JSON.parse(out) as RingEntry;

test('a new key is told, its private part is for its owner alone, and the ring lists it', async () => {
  const made = await create('approver-1', 'approver,supervisor');
  expect(made.code).toBe(0);
  expect(entryOf(made)).toMatchObject({
    asserts: { subject: 'approver-1', roles: ['supervisor', 'approver'] },
  });
  expect(made.out + made.err).not.toContain(JSON.parse(readFileSync(at('approver-1.json'), 'utf8')).d);
  expect(statSync(at('approver-1.json')).mode & 0o777).toBe(0o600);
  const listed = await type(`keys list --ring ${ring}`);
  expect(listed.out).toMatch(/approver-1 +supervisor,approver +active +20\d\d-/);
});

test.each(['revoke', 'retire'])('an id that begins with a dash is an id to keys %s too', async (end) => {
  await create(`of-${end}`, 'officer');
  expect(await type(`keys ${end} -dashed --ring ${ring}`)).toMatchObject({
    ...{ code: 2, err: expect.stringContaining('no key -dashed') },
  });
});

test('a key that was requested before is printed again, and for something else its person is told how to make room', async () => {
  const request = (roles: string) =>
    type(`keys request approver-7 --roles ${roles} --out ${at('seven.json')}`);
  const first = await request('approver');
  expect(await request('approver')).toMatchObject({ code: 0, out: first.out });
  expect(first.out).not.toContain((JSON.parse(readFileSync(at('seven.json'), 'utf8')) as { d: string }).d);
  expect(await request('supervisor')).toMatchObject({
    code: 2,
    err: expect.stringContaining(`is the key of approver-7, as approver.`),
  });
  expect((await request('supervisor')).err).toContain(`rm ${at('seven.json')}`);
});

test('a key that has ended is not printed again: its person is told how to make another one, and so is whoever adds it', async () => {
  const request = (more = '') =>
    type(`keys request officer-8 --roles officer --out ${at('eight.json')}${more}`);
  const { out, err } = await request();
  expect(err).not.toContain('before');
  writeFileSync(at('eight.public.json'), out);
  expect((await type(`keys add ${at('eight.public.json')} --ring ${ring}`)).code).toBe(0);
  expect(await request(` --ring ${ring}`)).toMatchObject({ code: 0, out });
  expect((await request()).err).toContain('only the ring says (--ring RING)');
  const { kid } = JSON.parse(out) as RingEntry;
  expect((await type(`keys revoke ${kid} --ring ${ring} --now`)).code).toBe(0);
  expect(await request(` --ring ${ring}`)).toMatchObject({
    ...{ code: 1, out: '' },
    err: expect.stringMatching(
      /was revoked, since 20.*keys request officer-8 --roles officer --out NEW-FILE/s,
    ),
  });
  expect(await type(`keys add ${at('eight.public.json')} --ring ${ring}`)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/has the key \S+ already, revoked since 20\S+: its person makes another one/),
  });
});

test('a key is retired, then revoked, and stays revoked', async () => {
  const { kid } = entryOf(await create('officer-1', 'officer'));
  expect((await type(`keys retire ${kid} --ring ${ring}`)).code).toBe(0);
  expect((await type(`keys revoke ${kid} --ring ${ring}`)).code).toBe(0);
  expect(await type(`keys retire ${kid} --ring ${ring}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('is revoked already'),
  });
  expect(keyRingOf(readRingFile(ring)).get(kid)?.state).toBe('revoked');
});

test.each([
  [
    'a role that there is not',
    'keys create officer-2 --roles boss --ring RING',
    'some of officer, supervisor',
  ],
  [
    'a person with a space',
    'keys create ada@example.com --roles officer --ring RING',
    'a reference of at most',
  ],
  ['no ring', 'keys list', 'Say which ring'],
  ['a ring that is not there', 'keys list --ring nowhere.json', 'it does not exist'],
  ['an unknown key', 'keys revoke nothing --ring RING', 'it has no key nothing'],
  [
    'a private file that exists',
    'keys create approver-1 --roles officer --out OUT --ring RING',
    'it exists already',
  ],
  ['no key to sign with', 'sign payout:PO-1 approve', 'set STARTER_KEY'],
])('with %s the line ends with 2 and a sentence', async (_what, line, sentence) => {
  const session = await type(line.replace('RING', ring).replace('OUT', at('approver-1.json')));
  expect(session).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
});

test('what is signed on the command line counts, for its case and command alone', async () => {
  process.env['STARTER_KEY'] = at('approver-1.json');
  writeFileSync(at('fields.json'), JSON.stringify({ expectedDigest: 'ab'.repeat(32) }));
  const { out, code } = await type(
    `sign payout:PO-1 approve --role approver --request-id r-1 --from ${at('fields.json')}`,
  );
  expect(code).toBe(0);
  const { act, salt, ...fields } = JSON.parse(out) as Record<string, unknown>;
  const deed = { wf: 'payout:PO-1', act: 'approve', aud: 'default/test', atMs: Date.now() };
  const keys = keyRingOf(readRingFile(ring));
  expect(await verifyAct({ act, salt, fields }, deed, keys)).toMatchObject({ sub: 'approver-1', jti: 'r-1' });
  await expect(verifyAct({ act, salt, fields }, { ...deed, wf: 'payout:PO-2' }, keys)).rejects.toThrow(
    'another case',
  );
});

test('the command line asserts no role that its key may not', async () => {
  process.env['STARTER_KEY'] = at('approver-1.json');
  const session = await type('sign payout:PO-1 hold --role operator');
  expect(session).toMatchObject({
    code: 2,
    err: expect.stringContaining('may not assert the role operator, only supervisor, approver'),
  });
});

test('with a key an actor need not be named; without one it is asked for', async () => {
  const line = 'payout recheck PO-1';
  expect((await type(line)).err).toContain("required option '--actor <actor>' not specified");
  process.env['STARTER_KEY'] = at('nowhere.json');
  expect((await type(line)).err).toContain('nowhere.json cannot be used');
});

/** The device of the person approver-7, in the file that the desk has made. */
const deviceFile = (name: string, changed: object = {}) => {
  writeFileSync(at(name), JSON.stringify({ ...newDevice().file(), ...changed }));
  return at(name);
};
const enrol = (file: string, as: string) => {
  process.env['STARTER_KEY'] = at(`${as}.json`);
  return type(`keys enrol ${file} --ring ${ring} --json`);
};

test('a device is vouched for by two people, is listed, and is revoked for good', async () => {
  await create('enroller-1', 'supervisor');
  await create('enroller-2', 'approver');
  const file = deviceFile('device.json');
  expect(JSON.parse((await enrol(file, 'enroller-1')).out)).toMatchObject({ signatures: 1 });
  expect(JSON.parse((await enrol(file, 'enroller-1')).out)).toMatchObject({ signatures: 1 });
  const { kid, ...told } = JSON.parse((await enrol(file, 'enroller-2')).out) as { kid: string };
  expect(told).toMatchObject({ subject: 'approver-7', origin: 'https://desk.example', signatures: 2 });
  expect((await type(`keys list --ring ${ring}`)).out).toMatch(
    new RegExp(`${kid}  approver-7  device at https://desk.example, vouched for by 2  active`),
  );
  expect((await type(`keys revoke ${kid} --ring ${ring}`)).out).toContain('of approver-7 is revoked');
  expect(readRing(ring).passkeys).toMatchObject([{ kid, state: 'revoked' }]);
  expect(await enrol(file, 'enroller-1')).toMatchObject({
    code: 2,
    err: expect.stringContaining('is revoked, and stays so'),
  });
});

test.each([
  ['of the person who vouches', { subject: 'enroller-1' }, 'Nobody enrols a device of their own'],
  ['made at another desk than it says', { origin: 'https://evil.example' }, 'it holds no key that counts'],
  ['without its key', { made: {} }, 'made.id'],
])('nobody vouches for a device %s', async (what, changed, sentence) => {
  const file = deviceFile(`device-${what.length}.json`, changed);
  expect(await enrol(file, 'enroller-1')).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
});

test('a device is vouched for with the key of a supervisor or an approver alone', async () => {
  await create('operator-1', 'operator');
  expect(await enrol(deviceFile('device-3.json'), 'operator-1')).toMatchObject({
    code: 2,
    err: expect.stringContaining('for the role supervisor or approver'),
  });
});

test.each(['', '-'])(
  'the workers’ key is changed in two steps: a new one behind the old one, and then in front of it (%s…)',
  async (dash) => {
    const file = at(`receipt-key${dash}.json`);
    const ids = () =>
      (JSON.parse(readFileSync(file, 'utf8')) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
    await type(`keys create-receipt-key --out ${file}`);
    const [first] = ids();
    expect((await type(`keys add-receipt-key ${file}`)).code).toBe(0);
    const [, made = ''] = ids();
    const second = dash + made.slice(dash.length);
    writeFileSync(file, readFileSync(file, 'utf8').replace(made, second));
    expect(ids()).toEqual([first, second]);
    expect(ReceiptBook.fromFile(file).activeId).toBe(first);
    expect(await type(`keys use-receipt-key ${file} other`)).toMatchObject({
      ...{ code: 2, err: expect.stringContaining('has no key other') },
    });
    // Typed twice, it changes nothing more.
    for (const _ of [1, 2]) expect((await type(`keys use-receipt-key ${file} ${second}`)).code).toBe(0);
    expect(ReceiptBook.fromFile(file).activeId).toBe(second);
    expect(ids()).toEqual([second, first]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  },
);
