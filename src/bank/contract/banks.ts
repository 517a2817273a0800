import { z } from 'zod';
import { bankCode, digits } from './fields';
import { operation } from './operation';
import { refusals } from './refusals';

/** Interface: "Banks"; list, resolve and health from the supplement. */
export const banks = {
  listBanks: operation('GET /v1/banks', 'inferred', 'none', {
    summary: 'List the banks and their codes',
    success: { status: 200, message: 'banks fetched successfully' },
    isLong: true,
    data: z.array(
      z.object({
        name: z.string(),
        code: z.string(),
        cbnBankCode: z.string().nullish(),
        nipBankCode: z.string().nullish(),
      }),
    ),
  }),
  resolveAccount: operation('POST /v1/banks/resolve', 'inferred', 'none', {
    summary: 'Find the name in which a bank account is held',
    body: z.object({
      account_number: digits('account_number', 10),
      bank_code: bankCode,
    }),
    success: { status: 200, message: 'account resolved successfully' },
    echoes: { account_number: 'account_number' },
    data: z.object({
      account_name: z.string(),
      account_number: z.string(),
      bank_code: z.string(),
      bank_name: z.string().nullish(),
    }),
    refusals: [refusals.beneficiaryNotFound, refusals.bankUnresponsive],
  }),
  listBankUptime: operation('GET /v1/banks/uptime', 'specified', 'none', {
    summary: 'Share of recent transfers that each bank answered, 0 to 100',
    success: { status: 200, message: 'banks fetched successfully' },
    isLong: true,
    data: z.array(z.object({ cbnBankCode: z.string(), nipBankCode: z.string(), uptime: z.number() })),
  }),
  checkHealth: operation('GET /v1/health', 'assumed', 'none', {
    summary: 'Whether the bank is up',
    success: { status: 200, message: 'ok' },
    data: z.unknown(),
  }),
};
