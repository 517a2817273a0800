import { createHash } from 'node:crypto';
import type { Refusal } from '../../src/bank/contract/refusals';
import { refusalAsRead, refuse } from '../readings/refusals';
import type { Readings } from '../readings/readings';

export interface Bank {
  readonly name: string;
  readonly code: string;
  readonly cbnBankCode: string;
  readonly nipBankCode: string;
  /** Share of transfers answered, 0 to 100. */
  readonly uptime: number;
}

const bank = (name: string, code: string, uptime: number): Bank => ({
  name,
  code,
  cbnBankCode: code,
  nipBankCode: `888${code}`,
  uptime,
});

/** The bank that holds this service's accounts. */
export const OWN_BANK = bank('Sandbox Bank', '900', 100);

/** Invented banks; one of them is hardly reachable. */
export const BANKS: readonly Bank[] = [
  OWN_BANK,
  bank('Almond Bank', '901', 100),
  bank('Baobab Trust Bank', '902', 99),
  bank('Coral Microfinance Bank', '903', 97),
  bank('Dune Savings Bank', '904', 94),
  bank('Estuary Bank', '905', 88),
  bank('Firefly Bank', '906', 76),
  bank('Driftwood Bank', '919', 12),
];

const FIRST_NAMES = ['ADA', 'BOLA', 'CHIDI', 'DAYO', 'EMEKA', 'FATIMA', 'GARBA', 'HALIMA', 'IFE', 'JIDE'];
const MIDDLE_NAMES = ['AMAKA', 'BASHIR', 'CHIOMA', 'DAMILOLA', 'EFE', 'FOLAKE', 'GRACE', 'HAUWA'];
const LAST_NAMES = ['ABUBAKAR', 'BELLO', 'CHUKWU', 'DANJUMA', 'EZE', 'FASHOLA', 'IBRAHIM', 'OKAFOR', 'SANI'];

/** The holder of an account elsewhere: always the same name for the same bank and number. */
export function holderOf(bankCode: string, accountNumber: string): string {
  const hash = createHash('sha256').update(`${bankCode}:${accountNumber}`).digest();
  return [FIRST_NAMES, MIDDLE_NAMES, LAST_NAMES]
    .map((names, place) => names[hash.readUInt16BE(place * 2) % names.length])
    .join(' ');
}

/** Refuses because another bank is unreachable, unless this bank accepts payouts that it cannot deliver. */
export function refuseUnreachable(readings: Readings, documented: Refusal): void {
  if (readings.takes('unreachableBank', 'accepted-then-failed')) return;
  refuse(refusalAsRead(readings, 'unreachableBank') ?? documented);
}
