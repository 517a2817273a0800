import { BankUnavailableError } from '../../src/bank/errors';
import { remedyOfBank } from '../../src/cli/doctor/outside';

test.each([
  ['CERT_HAS_EXPIRED', 'renews its certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'as its certificate does'],
  ['ECONNREFUSED', 'look at SERVICE_BASE_URL, and at the way to it'],
])('the remedy for a bank with %s is its own', (code, remedy) => {
  expect(remedyOfBank(new BankUnavailableError('listBanks', `nothing was sent (${code})`))).toContain(remedy);
});
