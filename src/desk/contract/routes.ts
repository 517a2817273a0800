import { z } from 'zod';
import { kinds, startableNouns } from '../../domain/kinds';
import { approvalList, approvalQuery, payoutFacts } from './approvals';
import { auditPage, auditQuery, verification } from './audit';
import { caseCsvQuery, caseList, caseListQuery, searchReply } from './case-list';
import { casePage } from './case-page';
import {
  bulkBody,
  bulkReply,
  commandBody,
  givenCommand,
  givenLately,
  givenLatelyQuery,
  receipt,
  storedDocument,
} from './command-forms';
import { endpointBody, endpointList, feedPage, feedQuery, orderBody, secretReply } from './events';
import { ACTING_ROLES, count, DESK_ROLES, reference, wanted } from './fields';
import { figures } from './figures';
import { administration, people, revealBody, revealed, session } from './people';
import { reconciliationBody, reconciliationReport } from './reconciliation';
import { repaymentList, repaymentQuery, statement } from './repayments';
import { get, getCsv, getPersonal, post, write, type Route } from './route';
import {
  alikeBody,
  bankList,
  batchBody,
  batchCheck,
  batchPayees,
  batchProgress,
  batchResults,
  nameEnquiryBody,
  nameEnquiryReply,
  payingTerms,
  startBody,
  started,
} from './starts';

/** A batch is a whole file. */
const BATCH_MAX_BYTES = 8 * 1024 * 1024;

const everyone = DESK_ROLES;
const STAFF = ['officer', 'supervisor'] as const;
/** The roles that see cases; below, those that see lending only or payouts only. */
const READERS = [...ACTING_ROLES, 'auditor'] as const;
const LENDING = [...STAFF, 'auditor'] as const;
const MONEY = ['operator', 'supervisor', 'approver', 'auditor'] as const;
const AUDIT = ['supervisor', 'auditor'] as const;

/** All routes except those of the login, which are for browsers: `/api/login` and `/api/login/return`. */
export const routes = {
  cases: getPersonal('/api/cases', 'A list of cases', READERS, {
    query: caseListQuery,
    reply: caseList,
  }),
  casesCsv: getCsv('/api/cases.csv', 'The same list as CSV', READERS, {
    query: caseCsvQuery,
  }),
  search: getPersonal(
    '/api/search',
    'Cases by reference, name, account, amount, or a number of the person',
    READERS,
    { query: z.strictObject({ q: wanted(100) }), reply: searchReply },
  ),
  casePage: getPersonal('/api/cases/:kind/:reference', 'Everything about one case', READERS, {
    reply: casePage,
  }),
  command: write(
    '/api/cases/:kind/:reference/commands/:command',
    'Tell a case what to do; answers with its receipt',
    ACTING_ROLES,
    { body: commandBody, reply: receipt },
  ),
  commands: write('/api/commands', 'Tell many cases the same, with a result for each', ACTING_ROLES, {
    body: bulkBody,
    reply: bulkReply,
  }),
  givenCommand: get(
    '/api/given/:requestId',
    'What became of a command that you have logged in for',
    ACTING_ROLES,
    { reply: givenCommand },
  ),
  givenLately: getPersonal(
    '/api/given',
    'What you have started and told cases lately, and what became of it',
    ACTING_ROLES,
    { query: givenLatelyQuery, reply: givenLately },
  ),
  // The desk stores a document by its content: a repeat changes nothing, whatever key comes with it.
  upload: post(
    '/api/cases/:kind/:reference/documents',
    'Upload a document: multipart, one part named file',
    kinds.loan.start.roles.filter((role) => role !== 'borrower'),
    { form: true, reply: storedDocument },
  ),
  revealNumber: post(
    '/api/cases/:kind/:reference/identity-number',
    'The BVN or NIN of the person of a case in full; its audit keeps who was shown it',
    STAFF,
    { body: revealBody, reply: revealed, personal: true },
  ),
  document: getPersonal(
    '/api/cases/:kind/:reference/documents/:sha256',
    'A document that was uploaded to a case',
    STAFF,
    { replyTypes: ['application/pdf', 'image/jpeg', 'image/png'] },
  ),
  schema: get('/api/schemas/:kind', 'The JSON Schema of what starts a case', ACTING_ROLES, {
    params: z.object({ kind: z.enum(startableNouns) }),
    reply: z.record(z.string(), z.unknown()),
  }),
  startLoan: write('/api/loans', 'Start a loan', STAFF, { body: startBody, reply: started }),
  startPayout: write('/api/payouts', 'Start a payout', kinds.payout.start.roles, {
    body: startBody,
    reply: started,
  }),
  alikePayouts: post(
    '/api/payouts/alike',
    'Other payouts, and batches with a row, of this amount to this account, open or paid lately',
    kinds.payout.start.roles,
    { body: alikeBody, reply: payoutFacts.pick({ alike: true }) },
  ),
  approvals: getPersonal('/api/approvals', 'What waits for another person', READERS, {
    query: approvalQuery,
    reply: approvalList,
  }),
  session: get('/api/session', 'Who is logged in', everyone, { reply: session }),
  logout: post(
    '/api/session/end',
    'Log out; answers with the page that ends the login at the provider, too',
    everyone,
    { reply: z.object({ next: z.string() }) },
  ),
  endSessions: write(
    '/api/sessions/end',
    'End all sessions of a person at this desk',
    ['supervisor', 'administrator'],
    { body: z.object({ subject: reference }), reply: z.object({ ended: count }) },
  ),
  people: get('/api/people', 'Who has logged in at the desk, by name', everyone, { reply: people }),
  administration: get(
    '/api/administration',
    'Who is logged in, and which policies and keys are in force',
    ['administrator'],
    { reply: administration },
  ),
  events: get(
    '/api/events',
    'Server-sent events: a tick when lists change, and a heartbeat every 5 seconds',
    everyone,
    { replyTypes: ['text/event-stream'] },
  ),
  eventFeed: get('/api/event-feed', 'What has happened in all cases, for other systems', READERS, {
    query: feedQuery,
    reply: feedPage,
  }),
  endpoints: get('/api/endpoints', 'Where events are posted, and how far each was told', ['administrator'], {
    reply: endpointList,
  }),
  // A repeat is refused: an answer stored for repeats would contain the secret.
  addEndpoint: post('/api/endpoints', 'Register an endpoint; answers with its secret', ['administrator'], {
    body: endpointBody,
    reply: secretReply,
  }),
  orderEndpoint: post(
    '/api/endpoints/:endpoint',
    'Test, pause, resume or remove an endpoint, or give it a new secret',
    ['administrator'],
    { body: orderBody, reply: secretReply },
  ),
  enquireName: post(
    '/api/name-enquiries',
    'Ask the bank in which name an account is held: one call of its rate limit',
    kinds.payout.start.roles,
    { body: nameEnquiryBody, reply: nameEnquiryReply, personal: true },
  ),
  payingTerms: get(
    '/api/paying-terms',
    'The accounts that payouts are paid from, and from which amounts other people approve',
    kinds.payout.start.roles,
    { reply: payingTerms },
  ),
  banks: get('/api/banks', "The bank's own list of banks with their codes", ACTING_ROLES, {
    reply: bankList,
  }),
  checkBatch: post(
    '/api/batches/check',
    'Check the rows of a batch: every problem by line and column',
    kinds.batch.start.roles,
    { body: batchBody.pick({ csv: true }), bodyMaxBytes: BATCH_MAX_BYTES, reply: batchCheck },
  ),
  startBatch: write('/api/batches', 'Freeze a batch: its checks begin', kinds.batch.start.roles, {
    body: batchBody,
    bodyMaxBytes: BATCH_MAX_BYTES,
    reply: started,
  }),
  batchProgress: get('/api/batches/:reference/progress', 'How far a batch is', MONEY, {
    reply: batchProgress,
  }),
  batchResults: getPersonal('/api/batches/:reference/results', 'What has become of each row', MONEY, {
    reply: batchResults,
  }),
  batchResultsCsv: getCsv('/api/batches/:reference/results.csv', 'The same as CSV', MONEY, {}),
  batchPayees: getPersonal('/api/batches/:reference/payees', 'Whom a batch is to pay', MONEY, {
    reply: batchPayees,
  }),
  batchPayeesCsv: getCsv('/api/batches/:reference/payees.csv', 'The same as CSV', MONEY, {}),
  repayments: getPersonal('/api/repayments', 'Loans in repayment', LENDING, {
    query: repaymentQuery,
    reply: repaymentList,
  }),
  repaymentsCsv: getCsv('/api/repayments.csv', 'The same as CSV, with amounts in naira', STAFF, {
    query: repaymentQuery,
  }),
  statement: getPersonal(
    '/api/loans/:reference/statement',
    'The statement of a loan: what is due, paid and owed of each instalment',
    LENDING,
    { reply: statement },
  ),
  statementCsv: getCsv('/api/loans/:reference/statement.csv', 'The same statement as CSV', LENDING, {}),
  reconcile: write('/api/reconciliations', 'Compare our ledger with the bank', ['operator', 'supervisor'], {
    body: reconciliationBody,
    // `wasOpen`: the same reconciliation was open already, and compares again.
    reply: z.object({ reference, wasOpen: z.boolean() }),
  }),
  reconciliation: getPersonal(
    '/api/reconciliations/:reference',
    'What a reconciliation has found',
    ['operator', 'supervisor', 'officer', 'auditor'],
    { reply: reconciliationReport },
  ),
  figures: get('/api/figures', 'Budget, waits, stages, arrears', everyone, { reply: figures }),
  audit: getPersonal('/api/audit', 'What was done, by person, case or day', AUDIT, {
    query: auditQuery,
    reply: auditPage,
  }),
  auditCsv: getCsv('/api/audit.csv', 'The same as CSV', AUDIT, {
    query: auditQuery,
  }),
  verifyAudit: get('/api/audit/verification', 'Check every chain of the audit', AUDIT, {
    reply: verification,
  }),
} satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
type Of<N extends RouteName, P extends string> =
  (typeof routes)[N] extends Readonly<Record<P, infer S extends z.ZodType>> ? S : never;

export type ReplyOf<N extends RouteName> = z.infer<Of<N, 'reply'>>;
export type QueryOf<N extends RouteName> = z.input<Of<N, 'query'>>;
