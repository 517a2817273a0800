import { BANKS, holderOf } from '../../sandbox/money/banks';

const bankCode = '901';
const { name: bankName } = BANKS.find(({ code }) => code === bankCode) ?? { name: '' };

/** A bank account of another person, held in the name that the emulated bank has for it. */
const account = (accountNumber: string) => ({
  bankCode,
  bankName,
  accountNumber,
  accountName: holderOf(bankCode, accountNumber),
});

/** The people of a scan. Nothing else on this machine contains what stands here. */
export const persons = {
  customer: {
    firstName: 'Zainabquartz',
    lastName: 'Verglassonova',
    email: 'zainabquartz@verglasson.example',
    phone: '08099887766',
    dateOfBirth: '1971-08-23',
    bvn: '22998877665',
    nin: '33998877661',
    street: '7 Obsidianne Close',
    city: 'Umuquartzia',
    otherStreet: '19 Basaltine Crescent',
    statementAccount: '0199887744',
    statementPhone: '08077665544',
  },
  guarantor: {
    firstName: 'Feldsparine',
    lastName: 'Gneissander',
    email: 'feldsparine@gneiss.example',
    phone: '08066554433',
  },
  declining: {
    firstName: 'Olivinette',
    lastName: 'Peridotsen',
    email: 'olivinette@peridot.example',
    phone: '08055443322',
    bvn: '22887766554',
    nin: '33887766552',
    street: '3 Pumicestone Way',
  },
  beneficiary: account('0188776655'),
  doubted: { ...account('0177665544'), claimedName: 'TOURMALINE SCHISTOVSKY' },
  paidInBatch: account('0166554433'),
};

/** What is common to many people, and so marks none. */
const COMMON = ['bankCode', 'bankName'];

/** Every personal field under its name, with the value to look for. */
export const marks: ReadonlyMap<string, string> = new Map(
  Object.entries(persons).flatMap(([person, fields]) =>
    Object.entries(fields)
      .filter(([field]) => !COMMON.includes(field))
      .map(([field, value]): [string, string] => [`${person}.${field}`, value]),
  ),
);
