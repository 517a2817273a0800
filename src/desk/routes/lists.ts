import type { z } from 'zod';
import type { Filter, ListedCase } from '../../records/projection/list';
import { caseRow, foundCase, type caseListQuery } from '../contract/case-list';
import type { Handlers } from '../http/run-route';
import { sendTable } from '../http/protection';
import type { RouteContext } from '../route-context';
import { caseRowOf, readable } from '../views/case-row';

type Wanted = z.output<typeof caseListQuery>;

const HOUR_MS = 3_600_000;
/** What the palette shows. */
const FOUND_MAX = 12;

/** The queue: pages of it, the same as CSV, and what the palette finds. */
export const listHandlers = ({ copy, events }: RouteContext) =>
  ({
    async cases({ query, person }) {
      const filter = filterOf(query);
      const [listed, counts, freshness] = await Promise.all([
        copy.page(
          filter,
          { name: query.tab, me: person },
          query.sort,
          query.size,
          (query.page - 1) * query.size,
        ),
        copy.counts(filter, person),
        events.freshness(),
      ]);
      const shown = readable(caseRow, listed, (one) => [caseRowOf(one)]);
      return { ...shown, total: counts[query.tab], counts, freshness };
    },
    casesCsv({ query, person, reply }) {
      const listed = copy.all(filterOf(query), { name: query.tab, me: person }, query.sort);
      return sendTable(reply, 'cases.csv', eachOf(listed, csvLine));
    },
    async search({ query: { q }, person }) {
      if (q.trim() === '') return { cases: [], unreadable: [] };
      const [open, ended] = await Promise.all(
        (['open', 'ended'] as const).map((name) =>
          copy.page({ q }, { name, me: person }, 'changed', FOUND_MAX),
        ),
      );
      const found = [...(open ?? []), ...(ended ?? [])].slice(0, FOUND_MAX);
      const { rows: cases, unreadable } = readable(foundCase, found, (one) => [caseRowOf(one)]);
      return { cases, unreadable };
    },
  }) satisfies Partial<Handlers>;

const filterOf = ({
  waitingHours,
  tab: _tab,
  sort: _sort,
  page: _page,
  size: _size,
  ...filter
}: Wanted): Filter => ({
  ...filter,
  ...(waitingHours !== undefined && { before: new Date(Date.now() - waitingHours * HOUR_MS) }),
});

const csvLine = ({ kind, reference, snapshot, amountKobo, since, names, branch, customer }: ListedCase) => ({
  ...{ kind, reference, stage: snapshot.stage },
  waitsFor: snapshot.attention?.cause ?? snapshot.waiting?.about ?? '',
  since: since.toISOString(),
  amountKobo: amountKobo ?? '',
  assignee: snapshot.assignee ?? '',
  branch: branch ?? '',
  customer: customer ?? '',
  name: names.name ?? '',
});

async function* eachOf<T, R>(all: AsyncIterable<T>, make: (one: T) => R): AsyncGenerator<R> {
  for await (const one of all) yield make(one);
}
