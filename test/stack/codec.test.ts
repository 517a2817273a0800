import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStackCodec } from '../../stack/stack-keys';
import { readStackOptions } from '../../stack/stack-options';
import { createEncryptionKeys } from '../../src/temporal/encryption/key-ring-file';
import { keyRingOf } from '../../src/temporal/encryption/settings';

const folder = mkdtempSync(join(tmpdir(), 'stack-codec-'));
const keyFile = join(folder, 'keys.json');
createEncryptionKeys(keyFile);
afterAll(() => rmSync(folder, { recursive: true }));

const codecOf = (...args: string[]) =>
  startStackCodec(keyRingOf(keyFile, 'reader'), { port: readStackOptions(args).codecPort, uiPort: 8233 });

test.each(['start', 'demo'])('%s runs no codec server that asks for no login', async (mode) => {
  const codec = await codecOf(mode);
  expect(codec.codecEndpoint).toBeUndefined();
  await codec.stop();
});

test('with --codec-port a stack decrypts without a login, for programs of this machine and its own Web UI alone', async () => {
  const codec = await codecOf('start', '--codec-port', '0');
  const { codecEndpoint = '' } = codec;
  expect(codecEndpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const asked = async (origin: Record<string, string>) =>
    fetch(`${codecEndpoint}/decode`, {
      method: 'POST',
      headers: { 'x-namespace': 'default', 'content-type': 'application/json', ...origin },
      body: JSON.stringify({ payloads: [] }),
    }).then(({ status }) => status);
  expect([
    await asked({}),
    await asked({ origin: 'http://localhost:8233' }),
    await asked({ origin: 'http://evil.example' }),
  ]).toEqual([200, 200, 403]);
  await codec.stop();
});
