import type { Handlers } from '../http/run-route';
import { sendTable } from '../http/protection';
import type { RouteContext } from '../route-context';

const PAGE = 100;
const CSV_MAX = 10_000;

/** The audit: by person, by case, by day; as CSV; and the check of its chains. */
export const auditHandlers = ({ audit }: RouteContext) =>
  ({
    audit: ({ query }) => audit.page(query, PAGE),
    async auditCsv({ query, reply }) {
      const { entries } = await audit.page(query, CSV_MAX);
      const lines = entries.map(({ detail, ...entry }) => ({
        ...entry,
        detail: detail && JSON.stringify(detail),
      }));
      return sendTable(reply, 'audit.csv', lines, COLUMNS);
    },
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
