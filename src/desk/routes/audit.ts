import type { AuditReader } from '../audit-reader';
import type { Handlers } from '../http/run-route';
import { sendTable } from '../http/protection';
import type { RouteContext } from '../route-context';

const PAGE = 100;
/** Entries per read for the CSV. */
const AT_A_TIME = 1_000;

export const auditHandlers = ({ audit, people }: RouteContext) =>
  ({
    audit: ({ query }) => audit.page(query, PAGE),
    auditCsv: ({ query, reply }) => sendTable(reply, 'audit.csv', linesOf({ audit, people }, query), COLUMNS),
    verifyAudit: () => audit.verification(),
  }) satisfies Partial<Handlers>;

const COLUMNS = [
  ...(['position', 'case', 'sequence', 'at', 'kind', 'what', 'actor', 'name', 'role'] as const),
  ...(['requestId', 'agreedBy', 'under', 'signed', 'detail', 'hash'] as const),
] as const;

/** Every entry, page by page. */
async function* linesOf(
  { audit, people }: Pick<RouteContext, 'audit' | 'people'>,
  query: Parameters<AuditReader['page']>[0],
) {
  const names = new Map((await people.all()).map(({ subject, name }) => [subject, name]));
  let before = query.before;
  do {
    const { entries, next } = await audit.page({ ...query, before }, AT_A_TIME);
    for (const { detail, ...entry } of entries)
      yield { ...entry, name: names.get(entry.actor ?? ''), detail: detail && JSON.stringify(detail) };
    before = next;
  } while (before !== undefined);
}
