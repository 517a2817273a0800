import { setTimeout as sleep } from 'node:timers/promises';
import { checkByProvider } from '../../src/authority/login';
import { claimsIn } from '../../src/domain/case/acts';
import { actBy, claims, NOW, personKey } from '../support/authority/acts';
import { CLIENT_ID, listeningProvider, TestProvider } from '../support/authority/logins';

const { key } = personKey('*');
const act = actBy(key);
const other = actBy(key, claims({ jti: 'request-2' }));
const accepted = (of = act, atMs = (NOW + 30) * 1_000) => ({ act: of, claims: claimsIn(of)!, atMs });

const provider = new TestProvider();

test('the login of the person for this very act counts', async () => {
  await expect(provider.check(await provider.token(act), accepted())).resolves.toEqual(expect.any(String));
});

test('another claim may say who a person is, and then sub does not', async () => {
  const check = provider.checkWith('oid');
  const { sub } = claimsIn(act)!;
  const told = await provider.token(act, { sub: '_x1', oid: sub });
  await expect(check(told, accepted())).resolves.toEqual(expect.any(String));
  await expect(check(await provider.token(act, { oid: 'other' }), accepted())).rejects.toThrow(
    'of another person',
  );
});

const none = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

test.each<[string, () => Promise<unknown>, string]>([
  ['a login for another act of the same person', () => provider.token(other), 'for another act'],
  ['the login of another person', () => provider.token(act, { sub: 'approver-2' }), 'of another person'],
  ['a login before the act', () => provider.token(act, { auth_time: NOW - 41 }), 'older than its act'],
  ['a token before the act', () => provider.token(act, { iat: NOW - 41 }), 'older than its act'],
  ['a login of an unknown time', () => provider.token(act, { auth_time: undefined }), 'auth_time'],
  ['a login for nothing', () => provider.token(act, { nonce: undefined }), 'nonce'],
  ['a token of another issuer', () => provider.token(act, { iss: 'https://other.example' }), 'iss'],
  ['a token for another program', () => provider.token(act, { aud: 'other' }), 'aud'],
  [
    'a token for several that another one was given',
    () => provider.token(act, { aud: [CLIENT_ID, 'other'], azp: 'other' }),
    'another program',
  ],
  ['a token for several', () => provider.token(act, { aud: [CLIENT_ID, 'other'] }), 'another program'],
  ['an expired token', () => provider.token(act, { exp: NOW - 60 }), 'has expired'],
  ['a token under an unknown key', () => provider.token(act, {}, { kid: 'unknown' }), 'does not hold'],
  ['a token of another provider', () => new TestProvider().token(act), 'does not hold'],
  [
    'a token that no one has signed',
    async () => `${none({ alg: 'none' })}.${(await provider.token(act)).split('.')[1]}.`,
    'does not hold',
  ],
  ['a very long token', async () => 'x'.repeat(8_193), 'no ID token'],
  ['something else', async () => ({ token: 1 }), 'no ID token'],
])('%s does not count', async (_what, made, sentence) => {
  await expect(provider.check(await made(), accepted())).rejects.toMatchObject({
    name: 'ActRefused',
    message: expect.stringContaining(sentence) as string,
  });
});

test('a login counts by the instant at which its act reached the server', async () => {
  const token = await provider.token(act, { exp: NOW + 60 });
  await expect(provider.check(token, accepted(act, (NOW + 40) * 1_000))).resolves.toEqual(expect.any(String));
  await expect(provider.check(token, accepted(act, (NOW + 120) * 1_000))).rejects.toThrow('has expired');
});

test("a provider's keys are read once, and again once it has a new one", async () => {
  const { provider: real, asked, stop } = await listeningProvider();
  const check = checkByProvider({ issuer: real.issuer, clientId: CLIENT_ID });
  try {
    for (let round = 0; round < 3; round++) await check(await real.token(act), accepted());
    expect(asked()).toBe(2);
    real.rotate();
    await sleep(1_100);
    await expect(check(await real.token(act), accepted())).resolves.toEqual(expect.any(String));
  } finally {
    stop();
  }
});

test('a provider that does not answer is said so, and asked again the next time', async () => {
  const { provider: real, leave, comeBack, stop } = await listeningProvider();
  const check = checkByProvider({ issuer: real.issuer, clientId: CLIENT_ID });
  try {
    leave();
    await expect(check(await real.token(act), accepted())).rejects.toMatchObject({
      name: 'ActRefused',
      message: expect.stringContaining('the login provider does not answer') as string,
    });
    comeBack();
    await expect(check(await real.token(act), accepted())).resolves.toEqual(expect.any(String));
  } finally {
    stop();
  }
});

test('a server that calls itself otherwise than the issuer is not believed', async () => {
  const { provider: real, stop } = await listeningProvider();
  const { port } = new URL(real.issuer);
  const check = checkByProvider({ issuer: `http://localhost:${port}`, clientId: CLIENT_ID });
  await expect(check(await real.token(act), accepted())).rejects.toThrow('does not answer');
  stop();
});
