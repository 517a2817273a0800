import { refusals } from '../../src/bank/contract/refusals';
import { BANKS, holderOf, OWN_BANK, refuseUnreachable } from '../money/banks';
import { refuse } from '../readings/refusals';
import type { Handlers } from './handler';

export const bankHandlers = {
  listBanks: () =>
    BANKS.map(({ name, code, cbnBankCode, nipBankCode }) => ({ name, code, cbnBankCode, nipBankCode })),

  resolveAccount({ account_number, bank_code }, { state }) {
    const bank = BANKS.find(({ code }) => code === bank_code);
    const course = state.rules.courseOf('resolve', { account_number, bank_code });
    if (course.refusal === 'bankUnresponsive') refuseUnreachable(state.readings, refusals.bankUnresponsive);
    else if (course.refusal) refuse(refusals[course.refusal]);
    const own = bank === OWN_BANK ? state.accounts.get(account_number) : undefined;
    if (!bank || (bank === OWN_BANK && !own)) return refuse(refusals.beneficiaryNotFound);
    const account_name = course.accountName ?? own?.name ?? holderOf(bank_code, account_number);
    return { account_name, account_number, bank_code, bank_name: bank.name };
  },

  listBankUptime: (_input, { state }) =>
    BANKS.map(({ code, cbnBankCode, nipBankCode, uptime }) => ({
      cbnBankCode,
      nipBankCode,
      uptime: state.rules.courseOf('uptime', { code }).uptime ?? uptime,
    })),
} satisfies Partial<Handlers>;
