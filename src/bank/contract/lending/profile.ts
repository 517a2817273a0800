import { z } from 'zod';
import { date, kobo, oneOf, requiredText } from '../fields';

const yesOrNo = (name: string) => z.boolean({ error: `${name} must be true or false` });
const places = ['ONE', 'TWO_TO_FIVE', 'SIX_OR_MORE'] as const;

/** What underwriting asks about the borrower's business. Interface: supplement, "Lending". */
export const underwriting = z.object({
  structure: z.object({
    hasWebsite: yesOrNo('structure.hasWebsite'),
    hasSocialMediaHandles: yesOrNo('structure.hasSocialMediaHandles'),
    hasAuditedFinancialStatement: yesOrNo('structure.hasAuditedFinancialStatement'),
    payPension: yesOrNo('structure.payPension'),
    hasPayeeReceipt: yesOrNo('structure.hasPayeeReceipt'),
    hasBusinessInsurance: yesOrNo('structure.hasBusinessInsurance'),
    hasTaxClearanceCert: yesOrNo('structure.hasTaxClearanceCert'),
    hasManagementAccounts: yesOrNo('structure.hasManagementAccounts'),
    hasAccountant: yesOrNo('structure.hasAccountant'),
    hasStaffHealthCare: yesOrNo('structure.hasStaffHealthCare'),
    ownProperty: yesOrNo('structure.ownProperty'),
    payRent: yesOrNo('structure.payRent'),
    isRegisteredBusiness: yesOrNo('structure.isRegisteredBusiness').optional(),
    hasCorporateBankAccount: yesOrNo('structure.hasCorporateBankAccount').optional(),
  }),
  address: z.object({
    lga: requiredText('address.lga'),
    street: z.string().optional(),
    city: requiredText('address.city'),
    state: requiredText('address.state'),
    country: requiredText('address.country'),
    addressVerificationType: oneOf('address.addressVerificationType', [
      'POWER_BILL',
      'INTERNET_BILL',
      'WATER_CORPORATION_BILL',
      'WASTE_MANAGEMENT_BILL',
      'STAMPED_RENT_RECEIPT',
    ]),
  }),
  profile: z.object({
    yearsInBusiness: oneOf('profile.yearsInBusiness', places),
    numberOfLocations: oneOf('profile.numberOfLocations', places),
    numberOfStaff: oneOf('profile.numberOfStaff', ['ONE_TO_FIVE', 'SIX_TO_FIFTEEN', 'SIXTEEN_OR_MORE']),
    grossProfitMargin: z
      .number({ error: 'profile.grossProfitMargin must be a number from 1 to 100' })
      .min(1, { error: 'profile.grossProfitMargin must be at least 1' })
      .max(100, { error: 'profile.grossProfitMargin must be at most 100' }),
    operatingExpenses: kobo('profile.operatingExpenses', 0),
    businessRole: oneOf('profile.businessRole', ['OWNER', 'PARTNER']),
    averageDailyCustomers: oneOf('profile.averageDailyCustomers', [
      'ONE_TO_FOUR',
      'FIVE_TO_FOURTEEN',
      'FIFTEEN_TO_TWENTYFOUR',
      'TWENTYFIVE_TO_FORTYNINE',
      'FIFTY_OR_MORE',
    ]),
    businessStartDate: date('profile.businessStartDate'),
    businessType: requiredText('profile.businessType').optional(),
    businessWebsite: z.string().optional(),
  }),
  userIdentity: z
    .object({ idType: requiredText('userIdentity.idType'), idNumber: requiredText('userIdentity.idNumber') })
    .optional(),
});
