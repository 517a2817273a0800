import type { AuditReader } from '../audit-reader';
import type { Handlers } from '../http/run-route';
import { sendTable } from '../http/protection';
import type { RouteContext } from '../route-context';

const PAGE = 100;
/** Entries that the CSV is read by. */
const AT_A_TIME = 1_000;

/** The audit: by person, by case, by day; as CSV; and the check of its chains. */
export const auditHandlers = ({ audit }: RouteContext) =>
  ({
    audit: ({ query }) => audit.page(query, PAGE),
    auditCsv: ({ query, reply }) => sendTable(reply, 'audit.csv', linesOf(audit, query), COLUMNS),
    verifyAudit: () => audit.verification(),
  }) satisfies Partial<Handlers>;

const COLUMNS = [
  'position',
  'case',
  'sequence',
  'at',
  'kind',
  'what',
  'actor',
  'role',
  'requestId',
  'signed',
  'detail',
  'hash',
] as const;

/** Every entry, page by page. */
async function* linesOf(audit: AuditReader, query: Parameters<AuditReader['page']>[0]) {
  let before = query.before;
  do {
    const { entries, next } = await audit.page({ ...query, before }, AT_A_TIME);
    for (const { detail, ...entry } of entries) yield { ...entry, detail: detail && JSON.stringify(detail) };
    before = next;
  } while (before !== undefined);
}
