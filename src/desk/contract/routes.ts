import type { z } from 'zod';
import { startRoles } from '../../domain/case/start-roles';
import { auditPage, auditQuery, verification } from './audit';
import { caseRoutes, type Route } from './case-routes';
import { DESK_ROLES, referenceParams } from './fields';
import { figures } from './figures';
import { reconciliationBody, reconciliationReport, reconciliationStarted } from './reconciliation';
import { repaymentList, repaymentQuery, statement } from './repayments';
import { endedSessions, endSessionsBody, loggedOut, session } from './session';
import {
  batchBody,
  batchCheck,
  batchCheckBody,
  batchProgress,
  batchResults,
  nameEnquiryBody,
  nameEnquiryReply,
  started,
} from './starts';

export type { Route };

/** A batch is a whole file. */
const BATCH_MAX_BYTES = 8 * 1024 * 1024;

const everyone = DESK_ROLES;
const STAFF = ['officer', 'supervisor'] as const;
const MONEY = ['operator', 'supervisor', 'approver'] as const;

/** Every route but those of the login, which are for browsers: `/api/login` and `/api/login/return`. */
export const routes = {
  ...caseRoutes,
  session: {
    method: 'GET',
    path: '/api/session',
    summary: 'Who is logged in',
    roles: everyone,
    reply: session,
  },
  logout: {
    method: 'POST',
    path: '/api/session/end',
    summary: 'Log out; answers with the page that ends the login at the provider, too',
    roles: everyone,
    reply: loggedOut,
  },
  endSessions: {
    method: 'POST',
    path: '/api/sessions/end',
    summary: 'End all sessions of a person at this desk',
    roles: ['supervisor'],
    body: endSessionsBody,
    reply: endedSessions,
    writes: true,
  },
  events: {
    method: 'GET',
    path: '/api/events',
    summary: 'Server-sent events: a tick when lists change',
    roles: everyone,
  },
  enquireName: {
    method: 'POST',
    path: '/api/name-enquiries',
    summary: 'Ask the bank in which name an account is held: one call of its rate limit',
    roles: startRoles.payout,
    body: nameEnquiryBody,
    reply: nameEnquiryReply,
    personal: true,
  },
  checkBatch: {
    method: 'POST',
    path: '/api/batches/check',
    summary: 'Check the rows of a batch: every problem by line and column',
    roles: startRoles.batch,
    body: batchCheckBody,
    bodyMaxBytes: BATCH_MAX_BYTES,
    reply: batchCheck,
  },
  startBatch: {
    method: 'POST',
    path: '/api/batches',
    summary: 'Freeze a batch: its checks begin',
    roles: startRoles.batch,
    body: batchBody,
    bodyMaxBytes: BATCH_MAX_BYTES,
    reply: started,
    writes: true,
  },
  batchProgress: {
    method: 'GET',
    path: '/api/batches/:reference/progress',
    summary: 'How far a batch is',
    roles: MONEY,
    params: referenceParams,
    reply: batchProgress,
  },
  batchResults: {
    method: 'GET',
    path: '/api/batches/:reference/results',
    summary: 'What has become of each row',
    roles: MONEY,
    params: referenceParams,
    reply: batchResults,
    personal: true,
  },
  batchResultsCsv: {
    method: 'GET',
    path: '/api/batches/:reference/results.csv',
    summary: 'The same as CSV',
    roles: MONEY,
    params: referenceParams,
    personal: true,
  },
  repayments: {
    method: 'GET',
    path: '/api/repayments',
    summary: 'Loans in repayment',
    roles: STAFF,
    query: repaymentQuery,
    reply: repaymentList,
    personal: true,
  },
  statement: {
    method: 'GET',
    path: '/api/loans/:reference/statement',
    summary: 'The statement of a loan: what is due, paid and owed of each instalment',
    roles: STAFF,
    params: referenceParams,
    reply: statement,
    personal: true,
  },
  statementCsv: {
    method: 'GET',
    path: '/api/loans/:reference/statement.csv',
    summary: 'The same statement as CSV',
    roles: STAFF,
    params: referenceParams,
    personal: true,
  },
  reconcile: {
    method: 'POST',
    path: '/api/reconciliations',
    summary: 'Compare our ledger with the bank',
    roles: ['operator', 'supervisor'],
    body: reconciliationBody,
    reply: reconciliationStarted,
    writes: true,
  },
  reconciliation: {
    method: 'GET',
    path: '/api/reconciliations/:reference',
    summary: 'What a reconciliation has found',
    roles: ['operator', 'supervisor', 'officer'],
    params: referenceParams,
    reply: reconciliationReport,
    personal: true,
  },
  figures: {
    method: 'GET',
    path: '/api/figures',
    summary: 'Budget, waits, stages, arrears',
    roles: everyone,
    reply: figures,
  },
  audit: {
    method: 'GET',
    path: '/api/audit',
    summary: 'What was done, by person, case or day',
    roles: ['supervisor'],
    query: auditQuery,
    reply: auditPage,
    personal: true,
  },
  auditCsv: {
    method: 'GET',
    path: '/api/audit.csv',
    summary: 'The same as CSV',
    roles: ['supervisor'],
    query: auditQuery,
    personal: true,
  },
  verifyAudit: {
    method: 'GET',
    path: '/api/audit/verification',
    summary: 'Check every chain of the audit',
    roles: ['supervisor'],
    reply: verification,
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
type Of<N extends RouteName, P extends string> =
  (typeof routes)[N] extends Readonly<Record<P, infer S extends z.ZodType>> ? S : never;

/** What a route answers with. */
export type ReplyOf<N extends RouteName> = z.infer<Of<N, 'reply'>>;
export type QueryOf<N extends RouteName> = z.input<Of<N, 'query'>>;
