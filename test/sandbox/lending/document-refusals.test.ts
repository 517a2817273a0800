import { Journey } from '../../support/sandbox/borrower-journey';
import { Counter, pdf } from '../../support/sandbox/counter';
import { expectLendingRefusal, UNKNOWN_ID } from '../../support/sandbox/refusals';

const MEGABYTE = 1024 * 1024;

let counter: Counter;
let borrower: Journey;
beforeEach(async () => {
  counter = await Counter.open({ durations: { registration: 10 } });
  borrower = new Journey(counter);
});
afterEach(() => counter.close());

const file = pdf();
const file_tag = 'ID_CARD_DOCS';

test('an upload has its file checked first, then its tag, then its application', async () => {
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
    const reply = await counter.upload(UNKNOWN_ID, parts);
    expect(reply.body.message).toEqual(message);
    expect(reply.status).toBe(status);
  }
});

test('an upload is judged by its content as well as by the declared type', async () => {
  const disguised = new Blob(['#!/bin/sh'], { type: 'application/pdf' });
  const undeclared = new Blob(['%PDF-1.7'], { type: 'application/octet-stream' });
  for (const upload of [disguised, undeclared]) {
    expectLendingRefusal(
      await counter.upload(UNKNOWN_ID, { file: upload, file_tag }),
      400,
      'Only PDF and image files (JPEG, PNG) are accepted',
    );
  }
});

test('an upload may be a PDF of exactly 10 MB, a JPEG or a PNG', async () => {
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

test('an upload far over the limit is refused in the same words', async () => {
  const huge = pdf('x'.repeat(33 * MEGABYTE));
  expectLendingRefusal(
    await counter.upload(UNKNOWN_ID, { file: huge, file_tag }),
    400,
    'File size must not exceed 10 MB',
  );
});

test('an upload is too early until the application is registered', async () => {
  await borrower.verify();
  const applied = await counter.post('/v1/loans/apply', borrower.request('LN-1', 60_000_000, 6));
  const upload = () => counter.upload(applied.body.data.application_id, { file, file_tag });
  expectLendingRefusal(await upload(), 422, 'Application has no loan ID');
  counter.time.pass(10);
  expect((await upload()).status).toBe(200);
});

test('the bank refuses to read or take the board resolution: no address, no valid address, too early, unknown document', async () => {
  await borrower.receiveOffer('LN-1', 'LIMITED_LIABILITY');
  const submit = (body: object) => borrower.step('board-resolution', body);
  const board_resolution_url = 'https://example.test/resolution.pdf';
  expectLendingRefusal(await submit({}), 400, 'board_resolution_url is required');
  expectLendingRefusal(
    await submit({ board_resolution_url: 'here' }),
    400,
    'board_resolution_url must be a valid URL',
  );
  expectLendingRefusal(
    await submit({ board_resolution_url }),
    400,
    'Offer must be accepted before uploading board resolution',
  );
  await borrower.step('offer/accept');
  expectLendingRefusal(await submit({ board_resolution_url }), 400, 'Document not found');
  expectLendingRefusal(
    await submit({ board_resolution_url, file_url: 'https://example.test/other.pdf' }),
    400,
    'board_resolution_url and file_url must be equal',
  );
});
