import { stringify } from 'csv-stringify/sync';
import type { Handlers } from '../http/call';
import type { DeskParts } from '../parts';

const PAGE = 100;
const CSV_MAX = 10_000;

/** The audit: by person, by case, by day; as CSV; and the check of its chains. */
export const auditHandlers = ({
  audit,
}: DeskParts): Pick<Handlers, 'audit' | 'auditCsv' | 'verifyAudit'> => ({
  audit: ({ query }) => audit.page(query, PAGE),
  async auditCsv({ query, reply }) {
    const { entries } = await audit.page(query, CSV_MAX);
    const lines = entries.map(({ detail, ...entry }) => ({
      ...entry,
      detail: detail && JSON.stringify(detail),
    }));
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .send(stringify(lines, { header: true, columns: [...COLUMNS], escape_formulas: true }));
  },
  verifyAudit: () => audit.verification(),
});

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
