import { hold, holds } from '../../support/workflows/holds';
import { handedIn, runToEnd } from '../../support/workflows/loan-steering';
import { steering } from '../../support/workflows/steering';

const environment = steering();
const HOUR_MS = 3_600_000;
const question = 'Which shop is it?';
const [inDocuments] = holds.filter(({ stage }) => stage === 'DOCUMENTS');
const documentAsked = { reason: 'DOCUMENT_NEEDED', question: 'An identity card' };
const identityCard = { tag: 'ID_CARD_DOCS', ...handedIn('identity.pdf') };

test('a loan that was returned to the applicant goes no further until an officer says that it came back', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  await loan.tell('returnToApplicant', { reason: 'CLARIFICATION', question });
  const { waiting, facts } = await loan.snapshot();
  expect(waiting).toMatchObject({ for: 'APPLICANT', on: 'borrower' });
  expect(waiting?.about).toContain(question);
  await loan.tell('acceptOffer', { role: 'borrower' });
  await environment.sleep(24 * 60);
  expect(environment.effectsOf(facts.applicationId)).not.toContain('offer-accepted');
  await loan.tell('resumeApplication');
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  expect(environment.effectsOf(facts.applicationId)).toContain('offer-accepted');
});

test('a reminder of an offer goes while the applicant is asked for something, and comes anew afterwards', async () => {
  const wishes = { policy: { deadlines: { OFFER_ANSWER: 5 } } };
  const loan = await hold(environment, { stage: 'OFFER', wishes });
  expect((await loan.untilAttention()).attention?.cause).toContain('an answer to the offer');
  await loan.tell('returnToApplicant', documentAsked);
  const returned = await loan.snapshot();
  expect(returned.attention).toBeUndefined();
  expect(returned.waiting?.about).toContain(documentAsked.question);
  expect(returned.waiting?.toDo).toContain('nothing is sent to them by itself');
  await loan.tell('resumeApplication');
  const resumed = await loan.snapshot();
  expect(resumed).toMatchObject({ waiting: { for: 'OFFER_ANSWER' } });
  expect(resumed.attention).toBeUndefined();
  const again = await loan.untilAttention();
  expect(Date.parse(again.attention!.since) - Date.parse(returned.waiting!.since)).toBeGreaterThan(
    4 * HOUR_MS,
  );
});

test('an answer to the offer of a returned loan says that the bank gets it once the loan is resumed', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  await loan.tell('returnToApplicant', documentAsked);
  await loan.tell('acceptOffer');
  const { waiting, timeline } = await loan.snapshot();
  expect(waiting).toMatchObject({ for: 'APPLICANT', toDo: expect.stringContaining('has been answered') });
  expect(timeline.at(-1)?.what).toContain('goes to the bank once');
  await loan.tell('resumeApplication');
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('a document that an officer hands in brings a returned loan back', async () => {
  const loan = await hold(environment, inDocuments!);
  await loan.tell('returnToApplicant', documentAsked);
  await loan.tell('submitDocument', identityCard);
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('at a document that the borrower hands in an officer looks before the returned loan goes on', async () => {
  const loan = await hold(environment, inDocuments!);
  await loan.tell('returnToApplicant', documentAsked);
  await loan.tell('submitDocument', { role: 'borrower', ...identityCard });
  const { attention, waiting } = await loan.until((now) => now.attention !== undefined, 1);
  expect(waiting?.for).toBe('APPLICANT');
  expect(attention).toMatchObject({ cause: expect.stringContaining('the borrower has brought') });
  expect(attention?.actions).toContain('resumeApplication');
  await loan.tell('resumeApplication');
  expect((await loan.snapshot()).attention).toBeUndefined();
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('an applicant who does not answer needs attention in time, until the loan is resumed', async () => {
  const loan = await hold(environment, { stage: 'DECISION', wishes: { scenario: 'no-decision' } });
  await loan.tell('returnToApplicant', { reason: 'OTHER', question });
  const { attention } = await loan.until(({ attention: raised }) => raised !== undefined, 24 * 60);
  expect(attention?.cause).toContain(`waiting for what the applicant was asked for: “${question}”`);
  await loan.tell('resumeApplication');
  const resumed = await loan.snapshot();
  expect(resumed.attention).toBeUndefined();
  expect(resumed.waiting?.for).toBe('LOAN_DECISION');
});

test('a later question takes the place of an earlier one', async () => {
  const loan = await hold(environment, inDocuments!);
  await loan.tell('returnToApplicant', { reason: 'OTHER', question });
  const { changes: expectedChanges, facts: before } = await loan.snapshot();
  await loan.tell('returnToApplicant', documentAsked);
  const { waiting, facts } = await loan.snapshot();
  expect(waiting?.about).toContain(documentAsked.question);
  expect([before.askedFor, facts.askedFor]).toEqual(['OTHER', 'DOCUMENT_NEEDED']);
  // A form about the earlier question does not end the wait for the later one.
  expect(await loan.refusal('resumeApplication', { expectedChanges })).toContain(
    'was given for other content',
  );
  await loan.tell('resumeApplication');
  expect((await loan.snapshot()).facts).not.toHaveProperty('askedFor');
});

test('a later question still tells that the offer has been answered', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  await loan.tell('returnToApplicant', documentAsked);
  await loan.tell('acceptOffer');
  await loan.tell('returnToApplicant', { reason: 'OTHER', question });
  expect((await loan.snapshot()).waiting?.toDo).toContain('has been answered');
});

test('a loan of which nothing was asked cannot be resumed', async () => {
  const loan = await hold(environment, inDocuments!);
  expect(await loan.refusal('resumeApplication')).toContain('Nothing was asked of the applicant');
});

test('a returned loan can be withdrawn', async () => {
  const loan = await hold(environment, inDocuments!);
  await loan.tell('returnToApplicant', documentAsked);
  await loan.tell('withdraw', { reason: 'NO_RESPONSE' });
  expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN' });
  expect((await loan.snapshot()).waiting).toBeUndefined();
});

test('what the borrower brings is shown also once people were reminded of the wait', async () => {
  const loan = await hold(environment, inDocuments!);
  await loan.tell('returnToApplicant', documentAsked);
  expect((await loan.untilAttention()).attention?.cause).toMatch(/^waiting for /);
  await loan.tell('submitDocument', { ...identityCard, actor: 'borrower-1', role: 'borrower' });
  const { attention } = await loan.snapshot();
  expect(attention?.cause).toContain('the borrower has brought something');
  await loan.tell('resumeApplication');
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});
