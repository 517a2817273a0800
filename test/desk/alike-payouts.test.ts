import { startHandlers } from '../../src/desk/routes/starts';
import { routes } from '../../src/desk/contract/routes';
import type { RouteContext } from '../../src/desk/route-context';

test('who makes a payout is told of others of the same amount to the same account, in the words of the approval', async () => {
  const found = {
    kind: 'payout' as const,
    reference: 'PO-0',
    stageTitle: 'Paid',
    on: '2030-01-01T00:00:00.000Z',
  };
  const alike = jest.fn((_: unknown) => Promise.resolve([{ of: '', ...found }]));
  const parts = { copy: { alike } } as unknown as RouteContext;
  const body = { bankCode: '058', accountNumber: '0123456789', amountKobo: 900_000 };
  const told = await startHandlers(parts).alikePayouts({ body } as never);
  expect(routes.alikePayouts.reply.parse(told)).toEqual({ alike: [found] });
  const beneficiary = { bankCode: '058', accountNumber: '0123456789' };
  expect(alike).toHaveBeenCalledWith([{ reference: '', amountKobo: 900_000, beneficiary }]);
});

test('nobody is told of them for half an account or without an amount', () => {
  const isBody = (body: object) => routes.alikePayouts.body.safeParse(body).success;
  expect(isBody({ bankCode: '058', accountNumber: '0123456789', amountKobo: 900_000 })).toBe(true);
  expect(isBody({ bankCode: '058', accountNumber: '6789', amountKobo: 900_000 })).toBe(false);
  expect(isBody({ bankCode: '058', accountNumber: '0123456789' })).toBe(false);
});
