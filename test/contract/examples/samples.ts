/** Values that the examples speak of. Where a server hands out its own, they stand for those. */
export const id = {
  customer: '5f0c3a52-6c1e-4a57-9d0b-1a2b3c4d5e6f',
  account: '0c8f7e66-25b5-4d0e-8a43-7b6c5d4e3f2a',
  unknown: '00000000-0000-4000-8000-000000000000',
  application: '7d9e8f10-3b2a-4c5d-8e6f-908172635445',
  offer: '1b2c3d4e-5f60-4718-8293-a4b5c6d7e8f9',
  guarantor: 'e9d8c7b6-a594-4832-8170-6f5e4d3c2b1a',
  loan: 'SAMPLE-LOAN-ID',
  event: 'SAMPLE-EVENT-ID',
} as const;

export const accountNumber = '9012345678';
export const beneficiaryNumber = '0123456789';
export const unknownNumber = '0000000000';
export const transactionReference = '700000000001';
export const payoutReference = 'SAMPLE-PAYOUT-1';
export const flushReference = 'SAMPLE-FLUSH-1';
export const fileUrl = 'https://files.example/board-resolution.pdf';

export const at = '2026-01-15T09:30:00.000Z';
export const entryAt = '2026-01-15T09:30:00.000+0000';

export const bankCode = '0999';

export const beneficiary = {
  bank_code: bankCode,
  bank_name: 'Sample Bank',
  account_number: beneficiaryNumber,
  account_name: 'TEST BORROWER',
} as const;

export const pdf = {
  filename: 'document.pdf',
  type: 'application/pdf',
  content: '%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n',
} as const;
