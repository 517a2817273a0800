import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotAuthorisedError } from '../../src/bank/errors';
import { KeyFileError } from '../../src/secrets/key-files';
import { keySource } from '../../src/bank/client';
import { always, serve } from '../support/bank/hand-made-server';
import { errorOf, fixture, kycStatus, unlimited } from '../support/bank/client-fixture';

const { clientOf, opening } = fixture();
const folder = mkdtempSync(join(tmpdir(), 'keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file with this content. */
function fileWith(text: string): string {
  const file = join(folder, `key-${Math.random()}`);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

test('a new key in the file counts from the next call on, without a restart', async () => {
  const server = await opening(
    serve((request, response) => {
      const isRight = request.headers['x-service-key'] === 'new-key';
      (isRight ? always(200, kycStatus) : always(401))(request, response);
    }),
  );
  const file = fileWith('old-key\n');
  const client = clientOf(server.url, { key: { file }, limiter: unlimited() });
  expect(await errorOf(client.getKycStatus({ customerId: 'c-1' }))).toBeInstanceOf(NotAuthorisedError);
  writeFileSync(file, 'new-key\n');
  expect(await client.getKycStatus({ customerId: 'c-1' })).toMatchObject({ kyc_status: 'PENDING' });
});

test('while the file holds no key, because it is being written, the one before goes on', () => {
  const file = fileWith('first');
  const key = keySource({ file });
  writeFileSync(file, '');
  expect(key()).toBe('first');
  rmSync(file);
  expect(key()).toBe('first');
  writeFileSync(file, 'second', { mode: 0o600 });
  expect(key()).toBe('second');
});

test.each([['two words'], [''], ['s3crét']])(
  'a file that holds no key at the start is refused, unread aloud',
  (text) => {
    const refused = () => keySource({ file: fileWith(text) });
    expect(refused).toThrow(KeyFileError);
    expect(refused).toThrow(/must hold one key/);
    expect(refused).not.toThrow(/s3cr|two words/);
  },
);

test('a file that others can read is refused, and a key that others can read by now does not take the place of the one before', () => {
  const file = fileWith('first');
  const key = keySource({ file });
  const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  writeFileSync(file, 'second');
  chmodSync(file, 0o644);
  expect(key()).toBe('first');
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('others than its owner can read it'));
  expect(() => keySource({ file })).toThrow(`others than its owner can read it: chmod 600 ${file}`);
  chmodSync(file, 0o600);
  expect(key()).toBe('second');
});

test('a file that does not exist is named', () => {
  expect(() => keySource({ file: '/nowhere/key' })).toThrow(
    'The key file /nowhere/key cannot be used:\n  it does not exist',
  );
});
