import { createHmac, createSecretKey } from 'node:crypto';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { reasonUnreadable } from '../../../src/domain/wire/unreadable-payload';
import {
  EncryptionCodec,
  standInForUnreadable,
  throwUnreadable,
  UnknownKeyError,
  type OnUnreadable,
} from '../../../src/temporal/encryption/data-converters';
import {
  asKey,
  newKey,
  newKeyFile,
  type Key,
  type KeyRing,
} from '../../../src/temporal/encryption/key-ring-file';
import { encrypt } from '../../../src/secrets/cipher';

const ringOf = (active: Key, ...others: readonly Key[]): KeyRing => ({
  active: async () => active,
  key: async (id) => [active, ...others].find((key) => key.id === id),
  expects: (id) => id === first.id || id === second.id,
});

const { idSecret } = newKeyFile();
const first = asKey(newKey(idSecret));
const second = asKey(newKey(idSecret));
const caseOf = (workflowId: string, namespace = 'default') =>
  ({ type: 'workflow', namespace, workflowId }) as const;
const loan = caseOf('loan:LN-1');
const bvn = '22233344455';
const payload = (): Payload => defaultPayloadConverter.toPayload({ bvn });
const read = (one: Payload | undefined) => defaultPayloadConverter.fromPayload(one as Payload);

const codecOf = (ring: KeyRing, onUnreadable: OnUnreadable = throwUnreadable) =>
  new EncryptionCodec(ring, 'worker', onUnreadable);
const sealed = async (context = loan, ring = ringOf(first)): Promise<Payload> => {
  const [one] = await codecOf(ring).encode([payload()], context);
  return one as Payload;
};
const opened = async (one: Payload, context = loan, ring = ringOf(first)) =>
  read((await codecOf(ring).decode([one], context))[0]);

test('an encrypted payload opens for its own case, and tells only its key and its case', async () => {
  const one = await sealed();
  expect(await opened(one)).toEqual({ bvn });
  const shown = Object.entries(one.metadata ?? {}).map(([name, value]) => [
    name,
    Buffer.from(value).toString(),
  ]);
  expect(Object.fromEntries(shown)).toEqual({
    encoding: 'binary/encrypted',
    'encryption-key-id': first.id,
    'encryption-workflow-id': 'loan:LN-1',
    'encryption-origin': 'worker',
  });
  expect(Buffer.from(one.data ?? []).includes(bvn)).toBe(false);
});

test('a payload of a person is none of an activity, whatever its label says', async () => {
  const [one] = await new EncryptionCodec(ringOf(first), 'person', throwUnreadable).encode([payload()], loan);
  const activity = { ...loan, type: 'activity', isLocal: false } as const;
  const read = (given: Payload) => codecOf(ringOf(first)).decode([given], activity);
  await expect(read(one as Payload)).rejects.toThrow('it does not come from a worker');
  const metadata = { ...one?.metadata, 'encryption-origin': Buffer.from('worker') };
  await expect(read({ ...one, metadata })).rejects.toThrow('its encryption is not genuine');
  await expect(read(await sealed())).resolves.toHaveLength(1);
});

/** The keys as the desk or an officer holds them, and as the receiver of webhooks does. */
const asReader = (key: Key): Key => ({ ...key, voucher: undefined });
const asSender = ({ id, recipient }: Key): Key => ({ id, recipient });

test('a holder of the keys of a reader reads the words of workers, and writes nothing that counts as theirs', async () => {
  const reader = asReader(first);
  expect(await opened(await sealed(), loan, ringOf(reader))).toEqual({ bvn });
  await expect(sealed(loan, ringOf(reader))).rejects.toThrow('only the file of the workers');
  const forging = { ...reader, voucher: createSecretKey(Buffer.alloc(32)) };
  await expect(opened(await sealed(loan, ringOf(forging)))).rejects.toThrow('not genuine');
});

test('a holder of the key of a sender encrypts for a case, and decrypts neither that nor the words of workers', async () => {
  const sender = ringOf(asSender(first));
  const codec = new EncryptionCodec(sender, 'person', throwUnreadable);
  const [one] = await codec.encode([payload()], loan);
  expect(await opened(one as Payload)).toEqual({ bvn });
  expect(await opened(one as Payload, loan, ringOf(asReader(first)))).toEqual({ bvn });
  for (const written of [one as Payload, await sealed()])
    await expect(opened(written, loan, sender)).rejects.toThrow(
      'the encryption keys of this program decrypt nothing',
    );
  await expect(opened(one as Payload, caseOf('loan:LN-2'))).rejects.toThrow('another case');
});

test('the same payload is never encrypted to the same text twice', async () => {
  expect((await sealed()).data).not.toEqual((await sealed()).data);
});

test.each([
  ['of another case', caseOf('loan:LN-2')],
  ['of another namespace', caseOf('loan:LN-1', 'other')],
  ['of no case at all', undefined],
])('a payload does not open where a payload %s is read', async (_, context) => {
  await expect(codecOf(ringOf(first)).decode([await sealed()], context)).rejects.toThrow(/was refused/);
});

test('a payload whose label was changed to another case does not open there', async () => {
  const one = await sealed();
  const moved = { ...one, metadata: { ...one.metadata, 'encryption-workflow-id': Buffer.from('loan:LN-2') } };
  await expect(opened(moved, caseOf('loan:LN-2'))).rejects.toThrow('its encryption is not genuine');
});

test('a payload whose label was changed to another key of the ring does not open', async () => {
  const one = await sealed();
  const relabelled = { ...one, metadata: { ...one.metadata, 'encryption-key-id': Buffer.from(second.id) } };
  await expect(opened(relabelled, loan, ringOf(first, second))).rejects.toThrow(
    'its encryption is not genuine',
  );
});

test('a payload of which any byte was changed, or that was cut, does not open', async () => {
  const one = await sealed();
  const data = Buffer.from(one.data ?? []);
  for (let at = 0; at < data.length; at++) {
    const altered = Buffer.from(data);
    altered[at] = (altered[at] ?? 0) ^ 1;
    await expect(opened({ ...one, data: altered })).rejects.toThrow('not genuine');
  }
  for (const length of [0, 5, 27, 28, data.length - 1])
    await expect(opened({ ...one, data: data.subarray(0, length) })).rejects.toThrow('not genuine');
});

test('what a holder of the keys has encrypted, and is no payload, is replaced by a stand-in, so that no case stops', async () => {
  const one = await sealed();
  const associated = Buffer.from(JSON.stringify(['v1', first.id, loan.namespace, loan.workflowId, 'worker']));
  const plain = Buffer.from('no payload');
  const tag = createHmac('sha256', first.voucher!).update(associated).update(plain).digest();
  const data = encrypt(Buffer.concat([tag, plain]), first.secret!, associated);
  const [standIn] = await codecOf(ringOf(first), standInForUnreadable).decode([{ ...one, data }], loan);
  expect(reasonUnreadable(read(standIn))).toBe('its encryption is not genuine');
});

test('plain text is refused by clients, and replaced by a stand-in that says so by workers', async () => {
  await expect(opened(payload())).rejects.toThrow('A payload was refused: it is not encrypted.');
  const [stand] = await codecOf(ringOf(first), standInForUnreadable).decode([payload()], loan);
  expect(reasonUnreadable(read(stand))).toBe('it is not encrypted');
});

test('a payload under an invented key id is refused for good, so that no case waits for a key that never comes', async () => {
  const one = await sealed();
  const invented = {
    ...one,
    metadata: { ...one.metadata, 'encryption-key-id': Buffer.from('2026-01-31-aaaaaaaa') },
  };
  await expect(opened(invented)).rejects.toThrow('which this ring does not have');
  const [stand] = await codecOf(ringOf(first), standInForUnreadable).decode([invented], loan);
  expect(reasonUnreadable(read(stand))).toMatch(
    /^it is encrypted under the key \S+, which this ring does not have$/,
  );
});

test('a key that is on its way fails the reading for now, for workers, too, so that no message is lost', async () => {
  const decoding = codecOf(ringOf(second), standInForUnreadable).decode([await sealed()], loan);
  await expect(decoding).rejects.toThrow(UnknownKeyError);
});

test('what was encrypted under an older key of the ring still opens, and new payloads take the active one', async () => {
  const ring = ringOf(second, first);
  expect(await opened(await sealed(), loan, ring)).toEqual({ bvn });
  expect(await opened(await sealed(loan, ring), loan, ringOf(second))).toEqual({ bvn });
});

test('all runs of a schedule read its input, and no other case with an instant in its id does', async () => {
  const input = await sealed(caseOf('missed-events'));
  expect(await opened(input, caseOf('missed-events-2026-01-31T02:00:00Z'))).toEqual({ bvn });
  await expect(opened(input, caseOf('missed-events-other'))).rejects.toThrow('another case');
  const instant = caseOf('loan:LN-1-2026-01-31T02:00:00Z');
  await expect(opened(await sealed(), instant)).rejects.toThrow('another case');
});
