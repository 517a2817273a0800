import type { OperationName } from '../../bank/contract';
import { changeFields } from './fields';
import type { Look } from './readings';

/** The amounts of a reply that are documented as kobo but not beyond doubt. */
const KOBO_FIELDS: Partial<Record<OperationName, readonly string[]>> = {
  getAccount: ['balance', 'available_balance'],
  listAccounts: ['balance', 'available_balance'],
  listTransactions: ['amount', 'balance'],
  verifyTransaction: ['amount'],
};

const KOBO_PER_NAIRA = 100;
const toNaira = (kobo: unknown) => Number(kobo) / KOBO_PER_NAIRA;
const toKobo = (naira: unknown) => Math.round(Number(naira) * KOBO_PER_NAIRA);

/** The unit of balances and transactions. */
export const unitsLook: Look = (reply, readings) => {
  const fields = reply.operation && KOBO_FIELDS[reply.operation];
  if (!fields || readings.of('units') === 'documented') return reply;
  return { ...reply, body: changeFields(reply.body, fields, toNaira) };
};

/** An event, whose amount is documented as naira, with its amount in kobo. */
export const inKobo = (event: unknown): unknown => changeFields(event, ['amount'], toKobo);
