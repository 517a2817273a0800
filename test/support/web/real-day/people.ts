import { holderOf } from '../../../../sandbox/money/banks';

/** Banks of the sandbox that answer, in turn. */
const CODES = ['901', '902', '903', '904', '905'] as const;
const NAMES: Readonly<Record<string, string>> = {
  901: 'Almond Bank',
  902: 'Baobab Trust Bank',
  903: 'Coral Microfinance Bank',
  904: 'Dune Savings Bank',
  905: 'Estuary Bank',
};

/** A beneficiary whose account the sandbox knows. */
export interface Payee {
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountName: string;
}

/** The payee of a number, always the same one, under the name that the bank has. */
export function payeeOf(place: number): Payee {
  const bankCode = CODES[place % CODES.length]!;
  const accountNumber = `01${String(place).padStart(8, '0')}`;
  return {
    bankCode,
    bankName: NAMES[bankCode]!,
    accountNumber,
    accountName: holderOf(bankCode, accountNumber),
  };
}

/** A name that fits none of the sandbox's. */
export const STRANGER = 'TEST BORROWER';

const digits = (place: number, length: number) => String(place).padStart(length, '0');

/** A borrower of a number, whose record nobody else shares; the family name may be another. */
export function borrowerOf(place: number, bvn = `221${digits(place, 8)}`, family?: string) {
  const [firstName = '', , lastName = ''] = payeeOf(place).accountName.split(' ');
  return {
    reference: `CU-${digits(place, 4)}`,
    firstName: capital(firstName),
    lastName: family ?? capital(lastName),
    email: `borrower-${place}@example.com`,
    phone: `0803${digits(place, 7)}`,
    bvn,
    nin: `330${digits(place, 8)}`,
  };
}

const capital = (name: string) => name.charAt(0) + name.slice(1).toLowerCase();
