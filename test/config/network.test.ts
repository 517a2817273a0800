import { ConfigError, readConfig } from '../../src/config/read-config';
import { isOwnNetwork } from '../../src/config/variables';
import { temporalTarget } from '../../src/temporal/connection';

test.each([
  '127.0.0.1',
  'localhost',
  'sandbox',
  '10.1.2.3',
  '172.31.0.9',
  '192.168.1.1',
  '[::1]',
  '[fd00::1]',
  'bank.internal',
  'temporal-frontend.temporal.svc',
])('%s lies in a network of one’s own', (host) => {
  expect(isOwnNetwork(host)).toBe(true);
});

test.each(['bank.example.com', '8.8.8.8', '172.32.0.1', '[2001:4860::8888]', 'localhost.example.com', '1.2'])(
  '%s is remote',
  (host) => {
    expect(isOwnNetwork(host)).toBe(false);
  },
);

const keys = { SERVICE_KEY: 'k-1', SERVICE_API_KEY: 'k-2' };

test('a remote bank without TLS is refused, since its keys would travel readable', () => {
  const read = () => readConfig(['bank'], { ...keys, SERVICE_BASE_URL: 'http://bank.example.com' });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/SERVICE_BASE_URL must begin with https:/);
});

test.each(['https://bank.example.com', 'http://127.0.0.1:4010', 'http://sandbox:4010'])(
  '%s is a bank',
  (url) => {
    expect(readConfig(['bank'], { ...keys, SERVICE_BASE_URL: url }).bank.baseUrl).toBe(url);
  },
);

const withEnvironment = (env: Record<string, string>, read: () => unknown) => () => {
  const before = { ...process.env };
  Object.assign(process.env, { ENCRYPTION: 'off', ...env });
  try {
    return read();
  } finally {
    process.env = before;
  }
};

test('a remote Temporal without TLS is refused', () => {
  const read = withEnvironment({ TEMPORAL_ADDRESS: 'temporal.example.com:7233' }, temporalTarget);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/TEMPORAL_TLS/);
});

test('a remote Temporal with TLS is a target, and one of the own network without it', () => {
  const remote = { TEMPORAL_ADDRESS: 'temporal.example.com:7233', TEMPORAL_TLS: 'true' };
  expect(withEnvironment(remote, temporalTarget)).not.toThrow();
  expect(withEnvironment({ TEMPORAL_ADDRESS: 'temporal:7233' }, temporalTarget)).not.toThrow();
});

test('without a file of encryption keys no client is made, unless encryption is said to be off', () => {
  const reading = (env: Record<string, string>) =>
    withEnvironment({ ENCRYPTION: '', ...env }, temporalTarget);
  expect(reading({})).toThrow(/ENCRYPTION_KEYS is missing/);
  expect(reading({ ENCRYPTION_KEYS: '/nowhere/keys.json' })).toThrow(
    /ENCRYPTION_KEYS names a file: it does not exist/,
  );
  expect(reading({ ENCRYPTION: 'off', ENCRYPTION_KEYS: 'keys.json' })).toThrow(/exclude each other/);
  expect(reading({ ENCRYPTION: 'no' })).toThrow(/ENCRYPTION must be on or off/);
  expect(reading({ ENCRYPTION: 'off' })).not.toThrow();
});

test('a program that asks the stack of this machine says that none runs', () => {
  const asking = { TEMPORAL_ADDRESS: 'localhost:1', ENCRYPTION: '' };
  expect(withEnvironment(asking, () => temporalTarget({ asksStack: true }))).toThrow(
    /no stack runs at localhost:1 on this machine \("npm start" brings one up\), and ENCRYPTION_KEYS is missing/,
  );
});
