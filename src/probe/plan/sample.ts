import type { Contract } from '../../bank/contract';
import type { Input, Upload } from '../../bank/contract/operation';
import type { Known } from './step';

/** A person who is plainly invented; the BVN is given by the caller, or made up. */
export const person = ({ stamp, bvn }: Known): Input<Contract['createCustomer']> => ({
  first_name: 'Test',
  last_name: 'Borrower',
  email: `contract-probe-${stamp}@example.com`,
  phone: `080${bvn.slice(-8)}`,
  dob: '1990-01-31',
  gender: 'FEMALE',
  street: '1 Sample Street',
  city: 'Ikeja',
  state: 'Lagos',
  country: 'Nigeria',
  bvn,
});

/** A registered company, so that the board resolution has its place. */
export const underwriting: Omit<Input<Contract['submitUnderwriting']>, 'applicationId'> = {
  structure: {
    hasWebsite: false,
    hasSocialMediaHandles: false,
    hasAuditedFinancialStatement: false,
    payPension: false,
    hasPayeeReceipt: false,
    hasBusinessInsurance: false,
    hasTaxClearanceCert: false,
    hasManagementAccounts: false,
    hasAccountant: false,
    hasStaffHealthCare: false,
    ownProperty: false,
    payRent: true,
    isRegisteredBusiness: true,
  },
  address: {
    lga: 'Ikeja',
    city: 'Ikeja',
    state: 'Lagos',
    country: 'Nigeria',
    addressVerificationType: 'POWER_BILL',
  },
  profile: {
    yearsInBusiness: 'TWO_TO_FIVE',
    numberOfLocations: 'ONE',
    numberOfStaff: 'ONE_TO_FIVE',
    grossProfitMargin: 30,
    operatingExpenses: 5_000_000,
    businessRole: 'OWNER',
    averageDailyCustomers: 'FIVE_TO_FOURTEEN',
    businessStartDate: '2022-03-01',
    businessType: 'LIMITED_LIABILITY',
  },
};

/** The smallest file that passes for a PDF. */
export const pdf: Upload = {
  filename: 'contract-probe.pdf',
  blob: new Blob(['%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n'], { type: 'application/pdf' }),
};
