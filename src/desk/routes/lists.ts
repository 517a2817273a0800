import { HOUR_MS } from '../../domain/time/clock';
import type { z } from 'zod';
import { endOfLagosDay, startOfLagosDay } from '../../domain/time/lagos-days';
import type { Filter, ListedCase, Place } from '../../records/projection/list';
import { completeUpTo } from '../../records/projection/watcher-lease';
import { caseRow, foundCase, type caseCsvQuery, type caseListQuery } from '../contract/case-list';
import { invalidField } from '../http/problems';
import type { Handlers } from '../http/run-route';
import { sendTable } from '../http/protection';
import type { Person } from '../login/roles';
import type { RouteContext } from '../route-context';
import { CASE_COLUMNS, caseLine } from '../views/case-csv';
import { caseRowOf, readable } from '../views/case-row';

type Wanted = z.output<typeof caseListQuery>;

const FOUND_MAX = 12;

export const listHandlers = ({ copy, events, banks }: RouteContext) =>
  ({
    async cases({ query, person }) {
      const filter = filterOf(query, person);
      const tab = { name: query.tab, me: person };
      const { size, page = 1, sort = 'waiting' } = query;
      const after = placeAfter(query);
      const [listed, counts, freshness] = await Promise.all([
        after
          ? copy.changes(filter, tab, after, await completeUpTo(copy.pool), size)
          : copy.page(filter, tab, sort, size, (page - 1) * size),
        copy.counts(filter, person),
        events.freshness(),
      ]);
      const shown = readable(caseRow, listed, (one) => [caseRowOf(one)]);
      const next = after && cursorOf(listed.at(-1) ?? after);
      return { ...shown, total: counts[query.tab], counts, next, freshness };
    },
    async casesCsv({ query, person, reply }) {
      const names = await banks.names();
      const listed = copy.all(filterOf(query, person), { name: query.tab, me: person }, query.sort);
      return sendTable(reply, 'cases.csv', linesOf(listed, names), CASE_COLUMNS);
    },
    async search({ query: { q }, person }) {
      if (q.trim() === '') return { cases: [], unreadable: [], total: 0 };
      const tabs = ['open', 'ended'] as const;
      const pages = tabs.map((name) => copy.page({ q }, { name, me: person }, 'found', FOUND_MAX));
      const found = (await Promise.all(pages)).flat().slice(0, FOUND_MAX);
      const { rows: cases, unreadable } = readable(foundCase, found, (one) => [caseRowOf(one)]);
      const total = found.length < FOUND_MAX ? found.length : (await copy.counts({ q }, person)).all;
      return { cases, unreadable, total };
    },
  }) satisfies Partial<Handlers>;

function filterOf(query: z.output<typeof caseCsvQuery> | Wanted, { subject }: Person): Filter {
  const { waitingHours, madeBy, days, from, to } = query;
  return {
    ...query,
    madeBy: madeBy === 'me' ? subject : madeBy,
    before: waitingHours === undefined ? undefined : new Date(Date.now() - waitingHours * HOUR_MS),
    span: {
      of: days,
      ...(from !== undefined && { from: new Date(startOfLagosDay(from)) }),
      ...(to !== undefined && { to: new Date(endOfLagosDay(to)) }),
    },
  };
}

/** The place after which a list in the order of changes continues; else `undefined`. @throws ProblemError */
function placeAfter({ changedSince, cursor }: Wanted): Place | undefined {
  if (changedSince !== undefined) return { changedAt: new Date(changedSince), kind: '', reference: '' };
  if (cursor === undefined) return undefined;
  const [at = '', kind = '', reference] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const changedAt = new Date(at);
  if (reference !== undefined && !Number.isNaN(changedAt.getTime())) return { changedAt, kind, reference };
  throw invalidField('cursor', 'cursor must be the `next` of an earlier reply');
}

/** The cursor of a place, opaque to programs. Kinds and references contain no spaces. */
const cursorOf = ({ changedAt, kind, reference }: Place): string =>
  Buffer.from(`${changedAt.toISOString()} ${kind} ${reference}`).toString('base64url');

async function* linesOf(all: AsyncIterable<ListedCase>, banks: ReadonlyMap<string, string>) {
  for await (const one of all) yield caseLine(one, banks);
}
