import { resources } from '../../cases/resources';
import type { ListedCase } from '../../records/projection/list';
import type { ApprovalItem } from '../contract/approvals';
import type { Kind } from '../contract/fields';
import type { Handlers } from '../http/call';
import type { Person } from '../login/roles';
import type { DeskParts } from '../parts';
import { approvalItemsOf } from '../views/approvals';
import { contentOf } from './case';

/** Items shown at a time. */
const SHOWN_MAX = 100;

/** What waits for another person: first what waits for me, each list the oldest first. */
export const approvalHandlers = (parts: DeskParts): Pick<Handlers, 'approvals'> => ({
  async approvals({ person }) {
    const listed = await parts.copy.page({}, { name: 'approvals', me: person.subject }, 'waiting', SHOWN_MAX);
    const items = await Promise.all(listed.map((one) => itemsOf(parts, one, person)));
    const [mine, others] = [true, false].map((allowed) =>
      items.flat().filter((item) => item.allowed === allowed),
    );
    return { items: [...(mine ?? []), ...(others ?? [])], freshness: await parts.events.freshness() };
  },
});

/** A list may be a moment behind: the digest that people agree to is checked by the case. */
async function itemsOf(
  { client, stepUp }: DeskParts,
  listed: ListedCase,
  person: Person,
): Promise<ApprovalItem[]> {
  const { reference, snapshot, amountKobo, names, workflowId } = listed;
  const kind = listed.kind as Kind;
  const content = snapshot.approval && kind === 'payout' ? await contentOf(client, workflowId) : undefined;
  return approvalItemsOf(
    { kind, reference, snapshot, amountKobo, names, content, ...resources[kind] },
    person,
    stepUp,
  );
}
