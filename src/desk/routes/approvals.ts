import { resources } from '../../cases/resources';
import type { ListedCase } from '../../records/projection/list';
import { approvalItem } from '../contract/approvals';
import type { Kind } from '../contract/fields';
import type { Handlers } from '../http/call';
import type { DeskParts } from '../parts';
import { approvalItemsOf } from '../views/approvals';
import { readable } from '../views/readable';
import { contentOf } from './case';

/** Items shown at a time. */
const SHOWN_MAX = 100;

/** What waits for another person: first what waits for me, each list the oldest first. */
export const approvalHandlers = (parts: DeskParts): Pick<Handlers, 'approvals'> => ({
  async approvals({ person }) {
    const listed = await parts.copy.page({}, { name: 'approvals', me: person.subject }, 'waiting', SHOWN_MAX);
    const contents = new Map(
      await Promise.all(listed.map(async (one) => [one, await contentFor(parts, one)] as const)),
    );
    const { rows, unreadable } = readable(approvalItem, listed, (one) => {
      const { reference, snapshot, amountKobo, names } = one;
      const kind = one.kind as Kind;
      const about = { kind, reference, snapshot, amountKobo, names, content: contents.get(one) };
      return approvalItemsOf({ ...about, ...resources[kind] }, person, parts.stepUp);
    });
    const [mine, others] = [true, false].map((allowed) => rows.filter((item) => item.allowed === allowed));
    const items = [...(mine ?? []), ...(others ?? [])];
    return { items, unreadable, freshness: await parts.events.freshness() };
  },
});

/** A list may be a moment behind: the digest that people agree to is checked by the case. */
const contentFor = async ({ client }: DeskParts, { kind, snapshot, workflowId }: ListedCase) =>
  snapshot.approval && kind === 'payout' ? contentOf(client, workflowId) : undefined;
