import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import { BANKS } from '../../../sandbox/money/banks';
import { steering } from '../../support/workflows/steering';

const environment = steering();
const ask = (id: string) => environment.start(workflowTypes.bankList, id);

test('a bank that does not tell its list says why, and nothing fails', async () => {
  environment.parts().refusals.plan('listBanks', { status: 404, message: 'no such page' });
  expect(await (await ask('bank-list:1')).result()).toEqual({
    refused: expect.stringContaining('no such page') as string,
  });
});

test('the list of banks names each bank with its codes', async () => {
  const { banks } = await (await ask('bank-list:2')).result<{ banks: object[] }>();
  const [own] = BANKS;
  expect(banks).toHaveLength(BANKS.length);
  expect(banks[0]).toEqual({
    ...{ name: own?.name, code: own?.code },
    otherCodes: [own?.cbnBankCode, own?.nipBankCode],
  });
});
