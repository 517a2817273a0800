import { badRequest, refusal, type Example, type Subject } from '../example';
import { beneficiary, unknownNumber } from '../samples';

const { bank_code, bank_name, account_name, account_number } = beneficiary;

const resolve: Subject = {
  operation: 'resolveAccount',
  source: 'inferred',
  given: 'a bank',
  send: { line: 'POST /v1/banks/resolve', body: { account_number, bank_code } },
};

export const banks: readonly Example[] = [
  {
    operation: 'listBanks',
    shows: 'lists the banks and their codes',
    source: 'inferred',
    given: 'nothing',
    send: { line: 'GET /v1/banks' },
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'banks fetched successfully',
        data: [{ name: bank_name, code: bank_code, cbnBankCode: '000', nipBankCode: '000000' }],
      },
      optional: ['cbnBankCode', 'nipBankCode'],
    },
  },
  {
    operation: 'listBankUptime',
    shows: 'tells how well each bank answers',
    source: 'specified',
    given: 'nothing',
    send: { line: 'GET /v1/banks/uptime' },
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'banks fetched successfully',
        data: [{ cbnBankCode: '000', nipBankCode: '000000', uptime: 100 }],
      },
    },
  },
  {
    ...resolve,
    shows: 'finds the name of an account',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'account resolved successfully',
        data: { account_name, account_number, bank_code, bank_name },
      },
      optional: ['bank_name'],
    },
  },
  badRequest(
    resolve,
    'refuses a number of another length',
    { msg: 'account_number must be exactly 10 digits', param: 'account_number' },
    { ...resolve.send, body: { account_number: '1', bank_code } },
  ),
  refusal(resolve, 'says that no such account is known', [400, 'Account not found'], {
    given: 'nothing',
    send: { ...resolve.send, body: { account_number: unknownNumber, bank_code: '000' } },
  }),
  refusal(resolve, 'tells that the bank is silent', [402, 'the bank does not answer'], {
    given: 'a bank that is silent',
  }),
];
