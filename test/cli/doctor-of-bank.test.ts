import { BankUnavailableError, NotAuthorisedError } from '../../src/bank/errors';
import { lookAtProvider, remedyOfBank, remedyOfProvider } from '../../src/cli/doctor/services-and-folders';
import { listeningProvider } from '../support/authority/logins';

test.each([
  ['CERT_HAS_EXPIRED', 'renews its certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'as its certificate does'],
  ['ECONNREFUSED', 'look at SERVICE_BASE_URL, and at the way to it'],
])('the remedy for a bank with %s is its own', (code, remedy) => {
  expect(remedyOfBank(new BankUnavailableError('listBanks', `nothing was sent (${code})`))).toContain(remedy);
});

test('a key without the right to an operation is told apart from a wrong key', () => {
  const error = new NotAuthorisedError('listBanks', 403);
  expect(error.message).toBe('listBanks: the bank refuses this key the right to it (403)');
  expect(remedyOfBank(error)).toBe('ask the bank to give this key the right');
});

test("a login provider with an expired certificate is to renew it: an authority of one's own is no remedy", () => {
  expect(remedyOfProvider(new Error('… certificate has expired'))).toMatch(
    /^(?!.*NODE_EXTRA_CA_CERTS).*renew/,
  );
  expect(remedyOfProvider(new Error('self-signed certificate'))).toContain('NODE_EXTRA_CA_CERTS');
});

test('a login provider under another name is told with the name that it gives itself', async () => {
  const login = await listeningProvider();
  const { issuer } = login.provider;
  const found = await lookAtProvider(() => issuer.replace('127.0.0.1', 'localhost'));
  login.stop();
  expect(found).toMatchObject([
    { verdict: 'wrong', found: expect.stringContaining(`the provider calls itself ${issuer}`) },
  ]);
});
