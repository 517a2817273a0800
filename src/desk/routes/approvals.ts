import { kinds } from '../../domain/kinds';
import { snapshotOf } from '../../cases/snapshot';
import type { ListedCase } from '../../records/projection/list';
import { approvalItem } from '../contract/approvals';
import { KINDS, type Kind } from '../contract/fields';
import { digestContentsOf } from '../digest-contents';
import type { Handlers } from '../http/run-route';
import { cachedFor } from '../cached';
import type { RouteContext } from '../route-context';
import { approvalItemsOf } from '../views/approvals';
import { readable } from '../views/case-row';

/** Items shown at a time. */
const SHOWN_MAX = 100;
/** All who look within this time are answered from one reading of the cases. */
const READ_EVERY_MS = 1_000;

/** What waits for another person: first what waits for me, each list the oldest first. */
export function approvalHandlers(parts: RouteContext) {
  const read = cachedFor(() => toBeApproved(parts), READ_EVERY_MS);
  return {
    async approvals({ person }) {
      const { listed, told, banks } = await read();
      const answered = listed.filter((one) => told.has(one));
      const { rows, unreadable } = readable(approvalItem, answered, (one) => {
        const [kind, about] = [one.kind as Kind, told.get(one)];
        const { reference, names } = one;
        return about
          ? approvalItemsOf({ kind, reference, names, banks, ...about, ...kinds[kind] }, person, parts.stepUp)
          : [];
      });
      const [mine, others] = [true, false].map((allowed) => rows.filter((item) => item.allowed === allowed));
      const unanswered = listed
        .filter((one) => !told.has(one))
        .map(({ kind, reference }) => ({ kind, reference, why: 'the case itself does not answer' }));
      return {
        items: [...(mine ?? []), ...(others ?? [])],
        unreadable: [...unreadable, ...unanswered],
        freshness: await parts.events.freshness(),
      };
    },
  } satisfies Partial<Handlers>;
}

/** The copy says which cases to look at; people decide by what each case tells itself. */
async function toBeApproved({ client, copy, banks }: RouteContext) {
  const listed = await copy.page({}, { name: 'approvals', me: '' }, 'waiting', SHOWN_MAX);
  const told = new Map<ListedCase, Awaited<ReturnType<typeof tellingOf>>>();
  await Promise.all(
    listed.map(async (one) => {
      const about = await tellingOf(client, one).catch(() => undefined);
      if (about) told.set(one, about);
    }),
  );
  return { listed, told, banks: await banks.names() };
}

async function tellingOf(client: RouteContext['client'], { kind, reference }: ListedCase) {
  const known = KINDS.find((one) => one === kind);
  if (!known) return undefined;
  const snapshot = await snapshotOf(client, kinds[known], reference);
  return { snapshot, contents: await digestContentsOf(client, snapshot) };
}
