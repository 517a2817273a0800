/** The interface of the desk, for its pages and for other programs: import only types from here. */
export type { ApprovalItem, PayoutFacts } from './approvals';
export type { AuditPage, AuditQuery, Verification } from './audit';
export type { CaseList, CaseListQuery, CaseRow, SearchReply, Tick } from './case-list';
export type { Borrower, CasePage } from './case-page';
export type {
  BulkReply,
  CommandBody,
  FormField,
  GivenLately,
  OfferedCommand,
  Receipt,
  StoredDocument,
} from './command-forms';
export type { EndpointList } from './events';
export type { Kind, Unreadable } from './fields';
export type { Figures } from './figures';
export type { Mistake, Problem, ProblemName } from './problem';
export type { Administration, People, Session } from './people';
export type { ReconciliationReport } from './reconciliation';
export type { RepaymentList, RepaymentRow, Statement } from './repayments';
export type { QueryOf, ReplyOf, RouteName } from './routes';
export type { Bank, BatchCheck, BatchPayees, BatchProgress, BatchResults, PayingTerms } from './starts';
