import { Journey, underwriting } from './borrower-journey';
import { Counter, DAY, HOUR, MINUTE, pdf } from './counter';

describe('a loan in the sandbox', () => {
  let counter: Counter;
  let borrower: Journey;

  beforeEach(async () => {
    counter = await Counter.open();
    borrower = new Journey(counter);
  });
  afterEach(() => counter.close());

  it('goes from the application to its last repayment', async () => {
    await borrower.beDisbursed();
    expect(await borrower.application()).toMatchObject({ status: 'DISBURSED', loan_status: 'ACTIVE' });
    expect(await borrower.schedule()).toHaveLength(6);
    counter.time.pass(190 * DAY);
    expect(await borrower.loan()).toMatchObject({
      loanStatus: 'CLOSED',
      outstandingBalance: 0,
      nextRepaymentDate: null,
    });
    expect(counter.committed('repayment')).toHaveLength(6);
    expect(counter.committed('loan-closed')).toHaveLength(1);
  });

  it('commits every step once', async () => {
    await borrower.beDisbursed();
    const effects = counter.committed().map(({ effect, key }) => `${effect} ${key}`);
    expect(new Set(effects).size).toBe(effects.length);
  });

  it('shows the loan_id only after the disbursement', async () => {
    await borrower.acceptOffer();
    await borrower.step('post-offer-kyc');
    counter.time.pass(HOUR);
    expect(await borrower.application()).toMatchObject({ status: 'DISBURSEMENT_APPROVED', loan_id: null });
    counter.time.pass(4 * HOUR);
    expect(await borrower.application()).toMatchObject({ status: 'DISBURSED', loan_id: expect.any(String) });
  });

  it('pays into the customer’s own account, less what is spent', async () => {
    await borrower.beDisbursed();
    const account = (await counter.get(`/v1/accounts/${borrower.accountNumber}`)).body.data;
    expect(account.account.balance).toBe(60_000_000);
  });

  it('pays into the account that was set last', async () => {
    await borrower.acceptOffer();
    const set = (account_number: string, bank_code: string) =>
      borrower.step('disbursement-account', { account_number, bank_code });
    await set('0123456789', '901');
    await set('9000000002', '900');
    await borrower.step('post-offer-kyc');
    expect((await set('0123456789', '901')).status).toBe(422);
    counter.time.pass(5 * HOUR);
    expect((await borrower.application()).disbursement_account).toEqual({
      account_number: '9000000002',
      bank_code: '900',
    });
    const paid = (await counter.get('/v1/accounts/9000000002')).body.data.account.balance;
    expect(paid).toBe(5_000_000 + 60_000_000);
  });

  describe('repeated calls', () => {
    it('find the enrolment, the verification and the application that exist', async () => {
      await borrower.apply('LN-1');
      const again = await counter.post('/v1/loans/customers/enroll', { customer_id: borrower.customerId });
      expect(again.status).toBe(200);
      expect(again.body.data.account_identifier).toBe(borrower.accountNumber);
      const verified = await counter.post(`/v1/loans/customers/${borrower.customerId}/verify-kyc`);
      expect(verified.body).toMatchObject({
        message: 'KYC already verified',
        data: { kyc_status: 'VERIFIED' },
      });
      const applied = await counter.post('/v1/loans/apply', borrower.request('LN-1', 90_000_000, 3));
      expect(applied.status).toBe(200);
      expect(applied.body.data).toMatchObject({ application_id: borrower.applicationId, amount: 60_000_000 });
      for (const effect of ['enrolled', 'kyc-started', 'application-created']) {
        expect(counter.committed(effect)).toHaveLength(1);
      }
    });

    it('of every step after the application change nothing', async () => {
      await borrower.acceptOffer('LN-1', 'LIMITED_LIABILITY');
      await borrower.step('disbursement-account', { account_number: '9000000002', bank_code: '900' });
      await borrower.handInBoardResolution();
      await borrower.step('post-offer-kyc');
      const before = counter.committed().length;
      await borrower.handInBoardResolution();
      for (const step of ['offer/accept', 'terms/agree', 'post-offer-kyc']) {
        expect((await borrower.step(step)).status).toBe(200);
      }
      expect(counter.committed()).toHaveLength(before);
    });

    it('of an upload give the same address; another file or tag gives another', async () => {
      await borrower.apply();
      const upload = async (text: string, file_tag: string) =>
        (await counter.upload(borrower.applicationId, { file: pdf(text), file_tag })).body.data.file_url;
      const first = await upload('a', 'ID_CARD_DOCS');
      expect(await upload('a', 'ID_CARD_DOCS')).toBe(first);
      expect(await upload('b', 'ID_CARD_DOCS')).not.toBe(first);
      expect(await upload('a', 'ADDITIONAL_DOCS')).not.toBe(first);
      expect(counter.committed('document-stored')).toHaveLength(3);
    });

    it('of creating a customer or an account create another: the document does not forbid it', async () => {
      await borrower.becomeCustomer();
      const first = borrower.customerId;
      await borrower.becomeCustomer();
      expect(borrower.customerId).not.toBe(first);
      const [one, two] = counter.committed('customer-created');
      expect(one?.key).toBe(two?.key);
    });
  });

  describe('verification', () => {
    const verified = async (bvn: string, seconds = 2 * MINUTE) => {
      await borrower.enrol(bvn);
      await counter.post(`/v1/loans/customers/${borrower.customerId}/verify-kyc`);
      counter.time.pass(seconds);
      return borrower.kyc();
    };

    it('is pending from the enrolment on and takes its time', async () => {
      await borrower.enrol();
      counter.time.pass(DAY);
      expect(await borrower.kyc()).toMatchObject({ kyc_status: 'PENDING' });
      await counter.post(`/v1/loans/customers/${borrower.customerId}/verify-kyc`);
      counter.time.pass(2 * MINUTE - 1);
      expect(await borrower.kyc()).toMatchObject({ kyc_status: 'PENDING' });
      counter.time.pass(1);
      expect(await borrower.kyc()).toMatchObject({ kyc_status: 'VERIFIED', verified_at: expect.any(String) });
    });

    it('is rejected for a magic BVN, with a reason', async () => {
      expect(await verified('99999901001')).toMatchObject({
        kyc_status: 'REJECTED',
        rejection_reason: 'BVN details do not match',
      });
    });

    it('succeeds at the second start where the first is rejected', async () => {
      expect(await verified('99999902001')).toMatchObject({ kyc_status: 'REJECTED' });
      await counter.post(`/v1/loans/customers/${borrower.customerId}/verify-kyc`);
      counter.time.pass(2 * MINUTE);
      expect(await borrower.kyc()).toMatchObject({ kyc_status: 'VERIFIED', rejection_reason: null });
    });

    it('may take days, never end, or show a status nobody knows', async () => {
      expect(await verified('99999903001', 2 * DAY)).toMatchObject({ kyc_status: 'PENDING' });
      expect(await verified('99999904001', 300 * DAY)).toMatchObject({ kyc_status: 'PENDING' });
      expect(await verified('99999905001')).toMatchObject({ kyc_status: 'MANUAL_REVIEW' });
    });
  });

  describe('decision and offer', () => {
    it('is declined for a magic reference, with reasons', async () => {
      await borrower.receiveOffer('LN-SIM-declined');
      expect(await borrower.application()).toMatchObject({
        status: 'DECLINED',
        decline_reasons: ['Affordability'],
      });
    });

    it('keeps the application in KYC_PROCESSING meanwhile', async () => {
      await borrower.receiveOffer('LN-SIM-offer-late');
      expect(await borrower.application()).toMatchObject({ status: 'KYC_PROCESSING' });
      counter.time.pass(5 * DAY);
      expect(await borrower.application()).toMatchObject({ status: 'HAS_OFFER', offer_status: 'PENDING' });
    });

    it('offers what was asked for, or half of it, with a schedule that adds up', async () => {
      await borrower.receiveOffer('LN-SIM-offer-half');
      const offer = (await counter.get(`/v1/loans/${borrower.applicationId}/offer`)).body.data;
      expect(offer).toMatchObject({ offerAmount: 30_000_000, tenure: 6, offerStatus: 'PENDING' });
      const principal = offer.repaymentSchedule.map(
        ({ principalDue }: { principalDue: number }) => principalDue,
      );
      expect(principal.reduce((sum: number, each: number) => sum + each, 0)).toBe(30_000_000);
    });

    it('fails a bank statement first where asked to', async () => {
      await borrower.apply('LN-SIM-statement-fails');
      const status = async () =>
        (await counter.get(`/v1/loans/${borrower.applicationId}/bank-statement/status`)).body.data.status;
      const request = () => borrower.step('bank-statement', { sort_code: '901' });
      expect((await request()).body.data).toMatchObject({ status: 'PENDING', requestId: expect.any(String) });
      counter.time.pass(2 * MINUTE);
      expect(await status()).toBe('FAILED');
      await request();
      expect(await status()).toBe('PENDING');
      counter.time.pass(2 * MINUTE);
      expect(await status()).toBe('COMPLETED');
    });

    it('ends with a decline of the borrower', async () => {
      await borrower.receiveOffer();
      await borrower.step('offer/decline', { decline_reason: 'HIGH_INTEREST' });
      expect(await borrower.application()).toMatchObject({ status: 'OFFER_DECLINED' });
    });
  });

  describe('post-offer KYC', () => {
    const save = () => borrower.step('post-offer-kyc');

    it('asks for terms, offer and board resolution in this order', async () => {
      await borrower.receiveOffer('LN-1', 'LIMITED_LIABILITY');
      expect((await save()).body.message).toBe('Please agree to terms of use before proceeding');
      await borrower.step('terms/agree');
      expect((await save()).body.message).toBe('Please accept your loan offer before proceeding');
      await borrower.step('offer/accept');
      expect((await save()).body.message).toBe(
        'Please upload your board resolution document before proceeding',
      );
      await borrower.handInBoardResolution();
      expect((await save()).body).toMatchObject({ message: 'Post-offer KYC saved', data: {} });
      expect(await borrower.application()).toMatchObject({ offer_status: 'POST_OFFER_KYC' });
    });

    it('asks a registered business without a type, and no sole proprietor, for a board resolution', async () => {
      await borrower.receiveOffer();
      await borrower.step('terms/agree');
      await borrower.step('offer/accept');
      expect((await save()).status).toBe(200);

      const other = new Journey(counter);
      await other.apply('LN-2');
      const profile = underwriting();
      const structure = { ...profile.structure, isRegisteredBusiness: true };
      const { businessType: _none, ...withoutType } = profile.profile;
      await other.step('submit-underwriting', { ...profile, structure, profile: withoutType });
      await other.step('start-decisioning');
      counter.time.pass(10 * MINUTE);
      await other.step('terms/agree');
      await other.step('offer/accept');
      expect((await other.step('post-offer-kyc')).body.message).toContain('board resolution');
    });

    it('goes back when the board resolution fails its review, and on with a new one', async () => {
      await borrower.acceptOffer('LN-SIM-board-fails', 'LIMITED_LIABILITY');
      await borrower.handInBoardResolution('unsigned');
      await save();
      counter.time.pass(HOUR);
      expect(await borrower.application()).toMatchObject({
        status: 'OFFER_ACCEPTED',
        offer_status: 'PENDING',
      });
      expect((await save()).body.message).toBe(
        'Please address the admin review feedback on your board resolution document',
      );
      await borrower.handInBoardResolution('signed');
      expect((await save()).status).toBe(200);
      counter.time.pass(5 * HOUR);
      expect(await borrower.application()).toMatchObject({ status: 'DISBURSED' });
    });

    it('asks for a guarantor in a scenario, until the guarantor has answered', async () => {
      await borrower.acceptOffer('LN-SIM-guarantor');
      const gate = 'Please address the admin review feedback on your guarantor document';
      expect((await save()).body.message).toBe(gate);
      const guarantor = {
        first_name: 'Bola',
        last_name: 'Ade',
        phone: '08030000001',
        email: 'bola@example.test',
      };
      const invited = await borrower.step('guarantor', guarantor);
      expect(invited.status).toBe(201);
      expect(invited.body.data).toMatchObject({ ...guarantor, submittedAt: null });
      expect((await save()).body.message).toBe(gate);
      counter.time.pass(HOUR);
      const listed = (await counter.get(`/v1/loans/${borrower.applicationId}/guarantor`)).body.data;
      expect(listed).toEqual([expect.objectContaining({ ...guarantor, submittedAt: expect.any(String) })]);
      expect((await save()).status).toBe(200);
    });
  });

  it('lists applications newest first, by status and customer, page by page', async () => {
    await borrower.apply('LN-1');
    await counter.post('/v1/loans/apply', borrower.request('LN-2', 40_000_000, 3));
    const list = async (query: string) => (await counter.get(`/v1/loans${query}`)).body;
    const references = ({ data }: { data: { reference: string }[] }) =>
      data.map(({ reference }) => reference);
    expect(references(await list(''))).toEqual(['LN-2', 'LN-1']);
    expect(references(await list('?status=PENDING&limit=1&page=2'))).toEqual(['LN-1']);
    expect((await list('?limit=1&page=0')).pagination).toEqual({ total: 2, page: 1, limit: 1, pages: 2 });
    expect(references(await list('?status=DISBURSED'))).toEqual([]);
    expect(references(await list(`?customer_id=${borrower.customerId}`))).toHaveLength(2);
  });
});
