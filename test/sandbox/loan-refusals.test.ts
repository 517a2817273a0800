import { Journey, person, underwriting } from './borrower-journey';
import { Counter, pdf, type Reply } from './counter';

const UNKNOWN = '00000000-0000-4000-a000-000000000000';
const MEGABYTE = 1024 * 1024;

const expectRefusal = (reply: Reply, status: number, message: string) => {
  expect(reply.body.message).toBe(message);
  expect(reply.status).toBe(status);
  expect(reply.body.status).toBe('failed');
};

describe('the refusals of the loan operations', () => {
  let counter: Counter;
  let borrower: Journey;
  beforeEach(async () => {
    counter = await Counter.open({ durations: { registration: 10 } });
    borrower = new Journey(counter);
  });
  afterEach(() => counter.close());

  describe('upload document', () => {
    const file = pdf();
    const file_tag = 'ID_CARD_DOCS';

    it('checks the file, then the tag, then the application', async () => {
      const huge = pdf('x'.repeat(10 * MEGABYTE));
      const text = new Blob(['hello'], { type: 'text/plain' });
      const cases: [object, number, string][] = [
        [{}, 400, 'file is required'],
        [{ file: text }, 400, 'Only PDF and image files (JPEG, PNG) are accepted'],
        [{ file: huge }, 400, 'File size must not exceed 10 MB'],
        [{ file }, 400, 'file_tag is required'],
        [
          { file, file_tag: 'SELFIE' },
          400,
          expect.stringMatching(/^file_tag must be one of: ADDITIONAL_DOCS, /) as never,
        ],
        [{ file, file_tag }, 400, 'Application not found'],
      ];
      for (const [parts, status, message] of cases) {
        const reply = await counter.upload(UNKNOWN, parts);
        expect(reply.body.message).toEqual(message);
        expect(reply.status).toBe(status);
      }
    });

    it('goes by the content as well as by the declared type', async () => {
      const disguised = new Blob(['#!/bin/sh'], { type: 'application/pdf' });
      const undeclared = new Blob(['%PDF-1.7'], { type: 'application/octet-stream' });
      for (const upload of [disguised, undeclared]) {
        expectRefusal(
          await counter.upload(UNKNOWN, { file: upload, file_tag }),
          400,
          'Only PDF and image files (JPEG, PNG) are accepted',
        );
      }
    });

    it('takes a PDF of exactly 10 MB, a JPEG and a PNG', async () => {
      await borrower.apply();
      const header = '%PDF-';
      const largest = new Blob([header, 'x'.repeat(10 * MEGABYTE - header.length)], {
        type: 'application/pdf',
      });
      const jpeg = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], { type: 'image/jpeg' });
      const png = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], {
        type: 'image/png',
      });
      for (const accepted of [largest, jpeg, png]) {
        const reply = await counter.upload(borrower.applicationId, { file: accepted, file_tag });
        expect(reply.body).toMatchObject({
          message: 'Loan document uploaded',
          data: { uploaded: true, file_tag },
        });
      }
    });

    it('refuses a file far over the limit in the same words', async () => {
      const huge = pdf('x'.repeat(33 * MEGABYTE));
      expectRefusal(
        await counter.upload(UNKNOWN, { file: huge, file_tag }),
        400,
        'File size must not exceed 10 MB',
      );
    });

    it('is too early until the application is registered', async () => {
      await borrower.verify();
      const applied = await counter.post('/v1/loans/apply', borrower.request('LN-1', 60_000_000, 6));
      const upload = () => counter.upload(applied.body.data.application_id, { file, file_tag });
      expectRefusal(await upload(), 422, 'Application has no loan ID');
      counter.time.pass(10);
      expect((await upload()).status).toBe(200);
    });
  });

  it('of the schedule: unknown loan, and loan not yet known to the lending engine', async () => {
    expectRefusal(await counter.get(`/v1/loans/${UNKNOWN}/repayments`), 400, 'Loan not found');
    await borrower.acceptOffer();
    await borrower.step('post-offer-kyc');
    counter.time.pass(5 * 3600);
    const { loan_id } = await borrower.application();
    const schedule = () => counter.get(`/v1/loans/${loan_id}/repayments`);
    expectRefusal(await schedule(), 422, 'No SME loan ID on record');
    counter.time.pass(10);
    expect((await schedule()).status).toBe(200);
  });

  it('of the active loan: no customer, unknown customer, customer not enrolled', async () => {
    await borrower.becomeCustomer();
    const active = (query: string) => counter.get(`/v1/loans/active${query}`);
    expectRefusal(await active(''), 400, 'customer_id query param is required');
    expectRefusal(await active(`?customer_id=${UNKNOWN}`), 400, 'Customer not enrolled for lending');
    expectRefusal(
      await active(`?customer_id=${borrower.customerId}`),
      400,
      'Customer not enrolled for lending',
    );
  });

  it('of the KYC status and start: unknown customer, customer not enrolled', async () => {
    await borrower.becomeCustomer();
    const customers = '/v1/loans/customers';
    expectRefusal(await counter.get(`${customers}/${UNKNOWN}/kyc-status`), 400, 'Customer not found');
    expectRefusal(await counter.post(`${customers}/${UNKNOWN}/verify-kyc`), 400, 'Customer not found');
    expectRefusal(
      await counter.post(`${customers}/${borrower.customerId}/verify-kyc`),
      422,
      'Customer is not enrolled for lending',
    );
    expect(await borrower.kyc()).toMatchObject({ kyc_status: 'NOT_ENROLLED' });
  });

  it('of the enrolment: no customer, unknown customer, no BVN, no account', async () => {
    const enrol = (customer_id?: string) => counter.post('/v1/loans/customers/enroll', { customer_id });
    expectRefusal(await enrol(), 400, 'customer_id is required');
    expectRefusal(await enrol(UNKNOWN), 400, 'Customer not found');
    const created = async (bvn: string) => (await counter.post('/v1/customers', person(bvn))).body.data.id;
    expectRefusal(
      await enrol(await created('00000000000')),
      422,
      'Customer must have a BVN to enroll for lending',
    );
    expectRefusal(
      await enrol(await created('22123456789')),
      422,
      'Customer must have an account before enrolling for lending',
    );
  });

  it('of the application: field by field, not enrolled, not verified', async () => {
    await borrower.becomeCustomer();
    const request = borrower.request('LN-1', 60_000_000, 6);
    const apply = (changes: object) => counter.post('/v1/loans/apply', { ...request, ...changes });
    expectRefusal(await apply({ amount: 299_999 }), 400, 'amount must be at least 300000 kobo');
    expectRefusal(await apply({ repayment_period: 7 }), 400, 'repayment_period must be at most 6');
    expectRefusal(
      await apply({ reference: 'x'.repeat(101) }),
      400,
      'reference must be at most 100 characters',
    );
    expect((await apply({ loan_purpose: 'HOLIDAY' })).body.message).toMatch(/^loan_purpose must be one of/);
    expectRefusal(await apply({}), 422, 'Customer is not enrolled for lending');
    await counter.post('/v1/loans/customers/enroll', { customer_id: borrower.customerId });
    expectRefusal(await apply({}), 422, 'Customer KYC is not VERIFIED');
  });

  const steps: [string, object | undefined][] = [
    ['submit-underwriting', underwriting()],
    ['bank-statement', { sort_code: '901' }],
    ['start-decisioning', undefined],
    ['offer/accept', undefined],
    ['offer/decline', { decline_reason: 'OTHERS' }],
    ['disbursement-account', { account_number: '0123456789', bank_code: '901' }],
    ['terms/agree', undefined],
    ['board-resolution', { board_resolution_url: 'https://example.test/a.pdf' }],
    ['guarantor', { first_name: 'A', last_name: 'B', phone: '0803', email: 'a@b.test' }],
    ['post-offer-kyc', undefined],
  ];

  it.each(steps)('of %s: unknown application, application not yet registered', async (step, payload) => {
    expectRefusal(await counter.post(`/v1/loans/${UNKNOWN}/${step}`, payload), 400, 'Application not found');
    await borrower.verify();
    const applied = await counter.post('/v1/loans/apply', borrower.request('LN-1', 60_000_000, 6));
    const missing = step === 'start-decisioning' ? 'SME Finance reference' : 'loan ID';
    expectRefusal(
      await counter.post(`/v1/loans/${applied.body.data.application_id}/${step}`, payload),
      422,
      `Application has no ${missing}`,
    );
  });

  it.each(['', '/offer', '/bank-statement/status', '/guarantor'])(
    'of reading the application%s: unknown application',
    async (path) => {
      expectRefusal(await counter.get(`/v1/loans/${UNKNOWN}${path}`), 400, 'Application not found');
    },
  );

  it('of the list of applications: unknown status', async () => {
    expectRefusal(await counter.get('/v1/loans?status=LOST'), 400, 'unknown status');
  });

  it('of the disbursement account: digits missing, wrong stage', async () => {
    await borrower.apply();
    const set = (account_number: string, bank_code: string) =>
      borrower.step('disbursement-account', { account_number, bank_code });
    expectRefusal(await set('123', '901'), 400, 'account_number must be exactly 10 digits');
    expectRefusal(await set('0123456789', '90'), 400, 'bank_code must be at least 3 digits');
    expectRefusal(await set('0123456789', '901'), 422, 'Disbursement account can no longer be changed');
  });

  it('of the board resolution: no address, no valid address, too early, unknown document', async () => {
    await borrower.receiveOffer('LN-1', 'LIMITED_LIABILITY');
    const submit = (body: object) => borrower.step('board-resolution', body);
    const board_resolution_url = 'https://example.test/resolution.pdf';
    expectRefusal(await submit({}), 400, 'board_resolution_url is required');
    expectRefusal(
      await submit({ board_resolution_url: 'here' }),
      400,
      'board_resolution_url must be a valid URL',
    );
    expectRefusal(
      await submit({ board_resolution_url }),
      400,
      'Offer must be accepted before uploading board resolution',
    );
    await borrower.step('offer/accept');
    expectRefusal(await submit({ board_resolution_url }), 400, 'Document not found');
    expectRefusal(
      await submit({ board_resolution_url, file_url: 'https://example.test/other.pdf' }),
      400,
      'board_resolution_url and file_url must be equal',
    );
  });

  it('of the offer: none yet, expired, declined before', async () => {
    await borrower.apply('LN-SIM-offer-short');
    expectRefusal(
      await counter.get(`/v1/loans/${borrower.applicationId}/offer`),
      422,
      'Application has no offer yet',
    );
    expectRefusal(await borrower.step('offer/accept'), 422, 'Application has no offer yet');
    await borrower.step('start-decisioning');
    counter.time.pass(600 + 3600);
    expectRefusal(await borrower.step('offer/accept'), 422, 'Offer has expired');
    expect(await borrower.application()).toMatchObject({ status: 'OFFER_EXPIRED' });
  });

  it('of accepting a declined offer and declining an accepted one', async () => {
    await borrower.receiveOffer();
    await borrower.step('offer/decline', { decline_reason: 'OFFER_SMALL' });
    expectRefusal(await borrower.step('offer/accept'), 422, 'Offer is not open');
    expect((await borrower.step('offer/decline', { decline_reason: 'OFFER_SMALL' })).status).toBe(200);
  });

  it('of changing an application that is decided', async () => {
    await borrower.receiveOffer();
    expectRefusal(
      await borrower.step('submit-underwriting', underwriting('LIMITED_LIABILITY')),
      422,
      'Application can no longer be changed',
    );
    await borrower.step('offer/accept');
    expectRefusal(await borrower.step('start-decisioning'), 422, 'Application can no longer be decided');
  });

  it('of charging: unknown loan, no amount, no reference, too much, another amount, not enough money', async () => {
    expectRefusal(
      await counter.post(`/v1/loans/${UNKNOWN}/repayments`, { amount: 1, reference: 'r' }),
      400,
      'Loan not found',
    );
    await borrower.beDisbursed();
    const charge = (body: object) => counter.post(`/v1/loans/${borrower.loanId}/repayments`, body);
    expectRefusal(
      await charge({ amount: 0, reference: 'r' }),
      400,
      'amount must be a positive number (in kobo)',
    );
    expectRefusal(await charge({ amount: 10 }), 400, 'reference is required');
    expectRefusal(
      await charge({ amount: 900_000_000, reference: 'r' }),
      400,
      'amount must not exceed the outstanding balance',
    );
    expect((await charge({ amount: 1000, reference: 'r' })).status).toBe(200);
    expectRefusal(
      await charge({ amount: 999, reference: 'r' }),
      400,
      'reference was already used with another amount',
    );
    expectRefusal(await charge({ amount: 60_500_000, reference: 'r2' }), 402, 'insufficient balance');
  });
});
