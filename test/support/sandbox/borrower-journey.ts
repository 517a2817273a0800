import { HOUR, MINUTE, pdf, type Counter, type Reply } from './counter';

export const person = (bvn = '22123456789') => ({
  first_name: 'Ada',
  last_name: 'Obi',
  email: 'ada@example.test',
  phone: '08030000000',
  dob: '1990-05-17',
  gender: 'female',
  street: '1 Market Road',
  city: 'Ikeja',
  state: 'Lagos',
  country: 'NG',
  bvn,
});

export const underwriting = (businessType = 'SOLE_PROPRIETORSHIP') => ({
  structure: {
    hasWebsite: false,
    hasSocialMediaHandles: true,
    hasAuditedFinancialStatement: false,
    payPension: false,
    hasPayeeReceipt: false,
    hasBusinessInsurance: false,
    hasTaxClearanceCert: true,
    hasManagementAccounts: true,
    hasAccountant: false,
    hasStaffHealthCare: false,
    ownProperty: false,
    payRent: true,
  },
  address: {
    lga: 'Ikeja',
    city: 'Ikeja',
    state: 'Lagos',
    country: 'NG',
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
    businessStartDate: '2019-03-01',
    businessType,
  },
});

/** The steps of a borrower, each up to its end and with the time it takes. */
export class Journey {
  customerId = '';
  accountNumber = '';
  applicationId = '';
  loanId = '';

  constructor(readonly counter: Counter) {}

  async becomeCustomer(bvn?: string): Promise<void> {
    this.customerId = (await this.counter.post('/v1/customers', person(bvn))).body.data.id;
    const account = { account_type: 'static', customer_id: this.customerId };
    this.accountNumber = (await this.counter.post('/v1/accounts', account)).body.data.account.account_number;
  }

  async enrol(bvn?: string): Promise<void> {
    await this.becomeCustomer(bvn);
    await this.counter.post('/v1/loans/customers/enroll', { customer_id: this.customerId });
  }

  async verify(bvn?: string): Promise<void> {
    await this.enrol(bvn);
    await this.counter.post(`/v1/loans/customers/${this.customerId}/verify-kyc`);
    this.counter.time.pass(2 * MINUTE);
  }

  request = (reference: string, amount: number, months: number) => ({
    customer_id: this.customerId,
    amount,
    repayment_period: months,
    loan_purpose: 'WORKING_CAPITAL',
    reference,
  });

  async apply(reference = 'LN-1', amount = 60_000_000, months = 6): Promise<Reply> {
    await this.verify();
    const reply = await this.counter.post('/v1/loans/apply', this.request(reference, amount, months));
    this.applicationId = reply.body.data.application_id;
    this.counter.time.pass(10);
    return reply;
  }

  async receiveOffer(reference?: string, businessType?: string): Promise<void> {
    await this.apply(reference);
    await this.step('submit-underwriting', underwriting(businessType));
    await this.step('start-decisioning');
    this.counter.time.pass(10 * MINUTE);
  }

  async acceptOffer(reference?: string, businessType?: string): Promise<void> {
    await this.receiveOffer(reference, businessType);
    await this.step('offer/accept');
    await this.step('terms/agree');
  }

  async beDisbursed(reference?: string): Promise<void> {
    await this.acceptOffer(reference);
    await this.step('post-offer-kyc');
    this.counter.time.pass(5 * HOUR);
    this.loanId = (await this.application()).loan_id;
    this.counter.time.pass(10);
  }

  step = (path: string, payload?: object) =>
    this.counter.post(`/v1/loans/${this.applicationId}/${path}`, payload);

  async handInBoardResolution(text = 'resolved'): Promise<Reply> {
    const parts = { file: pdf(text), file_tag: 'BOARD_RESOLUTION_DOC' };
    const { file_url } = (await this.counter.upload(this.applicationId, parts)).body.data;
    return this.step('board-resolution', { board_resolution_url: file_url });
  }

  application = async () => (await this.counter.get(`/v1/loans/${this.applicationId}`)).body.data;
  kyc = async () => (await this.counter.get(`/v1/loans/customers/${this.customerId}/kyc-status`)).body.data;
  loan = async () => (await this.counter.get(`/v1/loans/active?customer_id=${this.customerId}`)).body.data;
  schedule = async () => (await this.counter.get(`/v1/loans/${this.loanId}/repayments`)).body.data.schedule;
}
