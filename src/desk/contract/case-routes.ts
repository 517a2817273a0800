import { z } from 'zod';
import type { Role } from '../../domain/case/commands';
import { startRoles } from '../../domain/case/start-roles';
import { approvalList } from './approvals';
import { caseList, caseListQuery, searchReply } from './case-list';
import { casePage } from './case-page';
import {
  bulkBody,
  bulkReply,
  commandBody,
  commandParams,
  documentParams,
  givenCommand,
  givenParams,
  receipt,
  storedDocument,
} from './commands';
import { caseParams, DESK_ROLES, wanted } from './fields';
import { schemaParams, schemaReply, startBody, started } from './starts';

/** One route of the interface. Every one needs a login; a `POST` needs the header `Idempotency-Key` where it says so. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  /** Who may use it; what may be done to a case is decided for each command. */
  readonly roles: readonly Role[];
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Longest body, where it is not the usual one. */
  readonly bodyMaxBytes?: number;
  /** Missing where the reply is no JSON: a file, or a stream of events. */
  readonly reply?: z.ZodType;
  /** It answers with personal data: who has read it is written down. */
  readonly personal?: true;
  /** It changes something: a repeat with the same key takes effect once. */
  readonly writes?: true;
}

const everyone = DESK_ROLES;
const STAFF = ['officer', 'supervisor'] as const;

/** The routes of single cases and of their lists. */
export const caseRoutes = {
  cases: {
    method: 'GET',
    path: '/api/cases',
    summary: 'A list of cases',
    roles: everyone,
    query: caseListQuery,
    reply: caseList,
    personal: true,
  },
  casesCsv: {
    method: 'GET',
    path: '/api/cases.csv',
    summary: 'The same list as CSV',
    roles: everyone,
    query: caseListQuery,
    personal: true,
  },
  search: {
    method: 'GET',
    path: '/api/search',
    summary: 'Cases by reference, name or account',
    roles: everyone,
    query: z.object({ q: wanted(100) }),
    reply: searchReply,
    personal: true,
  },
  casePage: {
    method: 'GET',
    path: '/api/cases/:kind/:reference',
    summary: 'Everything about one case',
    roles: everyone,
    params: caseParams,
    reply: casePage,
    personal: true,
  },
  command: {
    method: 'POST',
    path: '/api/cases/:kind/:reference/commands/:command',
    summary: 'Tell a case what to do; answers with its receipt',
    roles: everyone,
    params: commandParams,
    body: commandBody,
    reply: receipt,
    writes: true,
  },
  commands: {
    method: 'POST',
    path: '/api/commands',
    summary: 'Tell many cases the same, with a result for each',
    roles: everyone,
    body: bulkBody,
    reply: bulkReply,
    writes: true,
  },
  givenCommand: {
    method: 'GET',
    path: '/api/given/:requestId',
    summary: 'What became of a command that you have logged in for',
    roles: everyone,
    params: givenParams,
    reply: givenCommand,
  },
  upload: {
    method: 'POST',
    path: '/api/cases/:kind/:reference/documents',
    summary: 'Upload a document: multipart, one part named file',
    roles: startRoles.loan.filter((role) => role !== 'borrower'),
    params: caseParams,
    reply: storedDocument,
    writes: true,
  },
  document: {
    method: 'GET',
    path: '/api/cases/:kind/:reference/documents/:sha256',
    summary: 'A document that was uploaded to a case',
    roles: STAFF,
    params: documentParams,
    personal: true,
  },
  schema: {
    method: 'GET',
    path: '/api/schemas/:kind',
    summary: 'The JSON Schema of what starts a case',
    roles: everyone,
    params: schemaParams,
    reply: schemaReply,
  },
  startLoan: {
    method: 'POST',
    path: '/api/loans',
    summary: 'Start a loan',
    roles: STAFF,
    body: startBody,
    reply: started,
    writes: true,
  },
  startPayout: {
    method: 'POST',
    path: '/api/payouts',
    summary: 'Start a payout',
    roles: startRoles.payout,
    body: startBody,
    reply: started,
    writes: true,
  },
  approvals: {
    method: 'GET',
    path: '/api/approvals',
    summary: 'What waits for another person',
    roles: everyone,
    reply: approvalList,
    personal: true,
  },
} as const satisfies Record<string, Route>;
