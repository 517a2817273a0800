import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import { refusals } from '../../../src/bank/contract/refusals';
import { bring, diligently, handedIn, runToEnd } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();

const statusOf = ({ checklist }: CaseSnapshot, tag: string) =>
  checklist.find(({ item }) => item === tag)?.status;
const reasonOf = ({ checklist }: CaseSnapshot, tag: string) =>
  checklist.find(({ item }) => item === tag)?.reason;
const ID = 'ID_CARD_DOCS';
const OTHER = 'BUSINESS_REG_DOCS';
const BROUGHT = { attention: { cause: expect.stringContaining('the borrower has brought') as string } };

test('a registered business needs four documents, and a board resolution later', async () => {
  const loan = await environment.startLoan({ ...loanFile(), documents: [] });
  const file = await bring(loan, 'DOCUMENTS');
  expect(file.checklist).toEqual([
    { item: 'ID_CARD_DOCS', status: 'missing' },
    { item: 'ADDRESS_VERIFICATION_DOC', status: 'missing' },
    { item: 'BUSINESS_REG_DOCS', status: 'missing' },
    { item: 'CAC_FORM7_DOCS', status: 'missing' },
    { item: 'BOARD_RESOLUTION_DOC', status: 'required' },
  ]);
});

test('a sole proprietor needs two documents and no board resolution', async () => {
  const loan = await environment.startLoan({ ...loanFile({ soleProprietor: true }), documents: [] });
  const file = await bring(loan, 'DOCUMENTS');
  expect(file.checklist.map(({ item }) => item)).toEqual(['ID_CARD_DOCS', 'ADDRESS_VERIFICATION_DOC']);
  await loan.tell('submitDocument', { tag: ID, ...handedIn('identity.pdf') });
  await loan.tell('submitDocument', { tag: 'ADDRESS_VERIFICATION_DOC', ...handedIn('address.pdf') });
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  expect(environment.effectsOf(file.facts.applicationId)).not.toContain('board-resolution-submitted');
});

test('a missing document is waited for, and the loan goes on when it is handed in', async () => {
  const loan = await environment.startLoan(loanFile({ without: [ID] }));
  const file = await bring(loan, 'DOCUMENTS');
  expect(file.waiting).toMatchObject({ for: 'DOCUMENTS', on: 'officer' });
  expect(statusOf(file, ID)).toBe('missing');
  await loan.tell('submitDocument', { tag: ID, ...handedIn('identity.pdf') });
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test.each([
  ['of a type the bank does not take', handedIn('notes.txt'), 'neither a PDF nor'],
  ['that is not in the store', { ...handedIn('identity.pdf'), path: 'nowhere.pdf' }, 'not in the store'],
  ['that has changed since', { ...handedIn('address.pdf'), path: 'identity.pdf' }, 'has changed'],
])('a document %s is rejected with the reason, and can be replaced', async (_what, document, reason) => {
  const loan = await environment.startLoan(loanFile({ without: [ID] }));
  await bring(loan, 'DOCUMENTS');
  await loan.tell('submitDocument', { tag: ID, ...document });
  const rejected = await loan.until((file) => statusOf(file, ID) === 'rejected');
  expect(reasonOf(rejected, ID)).toContain(reason);
  await loan.tell('submitDocument', { tag: ID, ...handedIn('identity.pdf') });
  await loan.until(({ stage }) => stage !== 'DOCUMENTS');
  const { checklist } = await loan.snapshot();
  expect(checklist.find(({ item }) => item === ID)).toEqual({
    ...{ item: ID, status: 'uploaded', sha256: handedIn('identity.pdf').sha256 },
  });
});

test.each(['../../etc/passwd', 'LN-OTHER/identity.pdf'])(
  'the document %s of others is refused at once',
  async (path) => {
    const loan = await environment.startLoan(loanFile({ without: [ID] }));
    const { reference } = await bring(loan, 'DOCUMENTS');
    const refusal = await loan.refusal('submitDocument', { tag: ID, ...handedIn('identity.pdf'), path });
    expect(refusal).toContain(`path must begin with ${reference}/`);
  },
);

test('a document that the bank refuses is rejected with its words', async () => {
  environment.parts().refusals.plan('uploadLoanDocument', refusals.fileSize);
  const loan = await environment.startLoan(loanFile());
  const file = await bring(loan, 'DOCUMENTS');
  const rejected = await loan.until(({ checklist }) => checklist.some(({ status }) => status === 'rejected'));
  expect(file.stage).toBe('DOCUMENTS');
  expect(rejected.checklist.find(({ status }) => status === 'rejected')?.reason).toContain('10 MB');
});

test('a document that an officer rejects is asked for again', async () => {
  const loan = await environment.startLoan(loanFile({ without: ['CAC_FORM7_DOCS'] }));
  await loan.until((file) => statusOf(file, ID) === 'uploaded');
  await loan.tell('rejectDocument', { tag: ID, reason: 'UNREADABLE' });
  await loan.tell('submitDocument', { tag: 'CAC_FORM7_DOCS', ...handedIn('form7.pdf') });
  const waiting = await loan.until((file) => statusOf(file, 'CAC_FORM7_DOCS') === 'uploaded');
  expect(waiting).toMatchObject({ stage: 'DOCUMENTS' });
  expect(reasonOf(waiting, ID)).toBe('UNREADABLE');
  await loan.tell('submitDocument', { tag: ID, ...handedIn('board-again.pdf') });
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('a document that an officer rejects after all were collected holds the loan until another one is handed in', async () => {
  const loan = await environment.startLoan(loanFile());
  await bring(loan, 'OFFER');
  await loan.tell('rejectDocument', { tag: ID, reason: 'OUTDATED' });
  const { waiting } = await loan.snapshot();
  expect(waiting).toMatchObject({ for: 'APPLICANT', about: expect.stringContaining(ID) as string });
  await loan.tell('acceptOffer');
  await environment.sleep(24 * 60);
  expect(await loan.snapshot()).toMatchObject({ stage: 'OFFER' });
  await loan.tell('submitDocument', { tag: ID, ...handedIn('board-again.pdf') });
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('a loan goes on only once the bank has another one of each rejected document, and all else that was asked for came back', async () => {
  const loan = await environment.startLoan(loanFile());
  await bring(loan, 'OFFER');
  await loan.tell('returnToApplicant', { reason: 'CLARIFICATION', question: 'Which shop?' });
  await loan.tell('rejectDocument', { tag: ID, reason: 'OUTDATED' });
  await loan.tell('rejectDocument', { tag: OTHER, reason: 'UNREADABLE' });
  const held = (about: string) => ({
    waiting: { for: 'APPLICANT', about: expect.stringContaining(about) as string },
  });
  expect(await loan.snapshot()).toMatchObject(held('Which shop?'));
  await loan.tell('submitDocument', { tag: OTHER, ...handedIn('board-again.pdf') });
  await loan.until((file) => statusOf(file, OTHER) === 'uploaded');
  expect(await loan.snapshot()).toMatchObject(held(ID));
  environment.parts().refusals.plan('uploadLoanDocument', refusals.fileSize);
  await loan.tell('submitDocument', { tag: ID, ...handedIn('board-again.pdf') });
  await loan.until((file) => reasonOf(file, ID)?.includes('10 MB') === true);
  expect(await loan.snapshot()).toMatchObject(held(ID));
  await loan.tell('submitDocument', { tag: ID, ...handedIn('board.pdf') });
  await loan.until((file) => statusOf(file, ID) === 'uploaded');
  expect(await loan.snapshot()).toMatchObject(held('Which shop?'));
  await loan.tell('resumeApplication');
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('another copy of a rejected document answers no question for a different one', async () => {
  const loan = await environment.startLoan(loanFile());
  await bring(loan, 'OFFER');
  await loan.tell('rejectDocument', { tag: ID, reason: 'OUTDATED' });
  const { since } = await loan.snapshot().then(({ waiting }) => waiting!);
  await environment.sleep(60);
  await loan.tell('returnToApplicant', { reason: 'DOCUMENT_NEEDED', question: 'The tenancy agreement' });
  await loan.tell('submitDocument', { tag: ID, ...handedIn('board-again.pdf') });
  await loan.until((file) => statusOf(file, ID) === 'uploaded');
  const about = 'what the applicant was asked for: “The tenancy agreement”';
  expect((await loan.snapshot()).waiting).toMatchObject({ for: 'APPLICANT', about, since });
});

test('what a borrower hands in ends no hold, whatever an officer has handed in before', async () => {
  const loan = await environment.startLoan(loanFile());
  await bring(loan, 'OFFER');
  await loan.tell('rejectDocument', { tag: ID, reason: 'OUTDATED' });
  environment.parts().refusals.plan('uploadLoanDocument', refusals.fileSize);
  await loan.tell('submitDocument', { tag: ID, ...handedIn('board-again.pdf') });
  await loan.until((file) => reasonOf(file, ID)?.includes('10 MB') === true);
  const portal = { actor: 'portal-1', role: 'borrower' };
  await loan.tell('submitDocument', { tag: ID, ...handedIn('board.pdf'), ...portal });
  await loan.until((file) => statusOf(file, ID) === 'uploaded');
  expect(await loan.snapshot()).toMatchObject({ ...BROUGHT, waiting: { for: 'APPLICANT' } });
});

test('what a borrower has brought is still to be looked at once another document is rejected', async () => {
  const loan = await environment.startLoan(loanFile());
  await bring(loan, 'OFFER');
  await loan.tell('rejectDocument', { tag: ID, reason: 'OUTDATED' });
  const portal = { actor: 'portal-1', role: 'borrower' };
  await loan.tell('submitDocument', { tag: ID, ...handedIn('board.pdf'), ...portal });
  await loan.until(({ attention }) => attention !== undefined, 1);
  await loan.tell('rejectDocument', { tag: OTHER, reason: 'UNREADABLE' });
  expect(await loan.snapshot()).toMatchObject(BROUGHT);
  await loan.tell('rejectDocument', { tag: ID, reason: 'OUTDATED' });
  expect((await loan.snapshot()).attention).toBeUndefined();
});

test('no document is rejected any more once the loan may be disbursed, which a hold would only hide', async () => {
  environment.plant({ kind: 'error-before', operations: ['submitPostOfferKyc'], status: 503 });
  const loan = await environment.startLoan(loanFile());
  await bring(loan, 'POST_OFFER_KYC');
  await environment.sleep(1);
  const refusal = await loan.refusal('rejectDocument', { tag: ID, reason: 'OUTDATED' });
  expect(refusal).toContain('the loan may be disbursed');
  environment.bank.faults.remove();
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('a board resolution can be handed in at any time before it is needed', async () => {
  const loan = await environment.startLoan(loanFile({ without: ['BOARD_RESOLUTION_DOC'] }));
  await bring(loan, 'OFFER');
  await loan.tell('submitBoardResolution', handedIn('board.pdf'));
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  expect((await loan.snapshot()).timeline.map(({ what }) => what)).not.toContain('Needs attention');
});

test('a refused board resolution can be replaced before the retry', async () => {
  environment.parts().refusals.plan('submitBoardResolution', refusals.documentNotFound);
  const loan = await environment.startLoan(loanFile());
  await diligently(loan, ({ attention }) => attention !== undefined);
  await loan.tell('submitBoardResolution', handedIn('board-again.pdf'));
  await loan.until((file) => statusOf(file, 'BOARD_RESOLUTION_DOC') === 'uploaded');
  await loan.tell('retry');
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});
