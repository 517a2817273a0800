import { beneficiaryKey } from '../../domain/batch/rows';
import { kinds } from '../../domain/kinds';
import { detailsOf } from '../../cases/started-input';
import { snapshotOf } from '../../cases/snapshot';
import type { Amendment } from '../../domain/payout/order';
import { caseId } from '../../domain/wire/workflow-ids';
import type { ListedCase } from '../../records/projection/list';
import { PAYING } from '../../records/projection/summary';
import { approvalItem } from '../contract/approvals';
import { KINDS, type Kind } from '../contract/fields';
import { digestContentsOf, valuesIn } from '../../cases/digest-contents';
import type { Handlers } from '../http/run-route';
import { cachedEach } from '../cached';
import type { RouteContext } from '../route-context';
import { approvalItemsOf, type Approvable } from '../views/approvals';
import type { Known } from '../views/details';
import { readable } from '../views/case-row';

/** Time for which all callers share one read of a case, unless the copy has read it anew: it is not told of each hold. */
const READ_EVERY_MS = 10_000;

/** The open approvals: those for the person logged in, then the others, each in the wanted order. */
export function approvalHandlers(parts: RouteContext) {
  const { copy, events, stepUp, banks, payingAccounts } = parts;
  // The copy only says which cases to look at; people decide by each case's own answer.
  const ask = cachedEach(
    (one: ListedCase) => tellingOf(parts, one),
    ({ kind, reference, readAt }) => `${kind}:${reference}:${readAt.getTime()}`,
    READ_EVERY_MS,
  );
  return {
    async approvals({ query: { page, size, ...wanted }, person }) {
      const before = (page - 1) * size;
      const [{ listed, ...counted }, bankNames, { accounts }] = await Promise.all([
        copy.approvals(person, wanted, size, before),
        banks.names(),
        payingAccounts.terms(),
      ]);
      const answers = listed.map(async (one) => {
        const about = await ask(one).catch(() => undefined);
        const proposed = about && (await proposedPayments(copy, { ...about, reference: one.reference }));
        return [one, about && { ...about, proposed }] as const;
      });
      const told = new Map(await Promise.all(answers));
      const payees = [...told.values()].flatMap((one) => one?.details.beneficiary ?? []).map(beneficiaryKey);
      const paidBefore = await copy.paidBefore(payees);
      const alike = await copy.alike(
        listed.map((one) => ({ ...told.get(one)?.details, reference: one.reference })),
      );
      const answered = listed.filter((one) => told.get(one));
      const { rows, unreadable } = readable(approvalItem, answered, (one) => {
        const [kind, about] = [one.kind as Kind, told.get(one)];
        const known = { kind, reference: one.reference, banks: bankNames, accounts, paidBefore };
        const own = alike.filter(({ of }) => of === one.reference);
        return about ? approvalItemsOf({ ...known, ...about, alike: own }, person, stepUp) : [];
      });
      const [mine, others] = [true, false].map((allowed) => rows.filter((item) => item.allowed === allowed));
      // The copy lags: it still counts what has been decided meanwhile.
      const open = new Set(mine?.map((item) => `${item.kind}:${item.reference}`));
      const decided = listed
        .slice(0, Math.max(0, counted.forMe - before))
        .filter((one) => told.get(one) && !open.has(`${one.kind}:${one.reference}`));
      const unanswered = listed
        .filter((one) => !told.get(one))
        .map(({ kind, reference }) => ({ kind, reference, why: 'the case itself does not answer' }));
      return {
        items: [...(mine ?? []), ...(others ?? [])],
        unreadable: [...unreadable, ...unanswered],
        total: counted.total,
        forMe: counted.forMe - decided.length,
        forMeKobo: decided.reduce(
          (kobo, { kind, amountKobo = 0 }) => (PAYING.includes(kind) ? kobo - amountKobo : kobo),
          counted.forMeKobo,
        ),
        freshness: await events.freshness(),
      };
    },
  } satisfies Partial<Handlers>;
}

async function tellingOf({ client }: RouteContext, { kind, reference }: ListedCase) {
  const known = KINDS.find((one) => one === kind);
  if (!known) return undefined;
  const snapshot = await snapshotOf(client, kinds[known], reference);
  const [contents, details] = await Promise.all([
    digestContentsOf(client, snapshot),
    detailsOf(client, caseId(known, reference)),
  ]);
  return { snapshot, contents, details };
}

/** Of each proposed change of a payout: what people know of the payment that it would become. */
export async function proposedPayments(
  copy: Pick<RouteContext['copy'], 'alike' | 'paidBefore'>,
  { reference, snapshot, contents, details }: Omit<Approvable, keyof Known | 'kind'>,
) {
  const asked = (snapshot.proposals ?? []).map(async ({ command, digest }) => {
    const change = Object.fromEntries(valuesIn(contents.get(digest)) ?? []) as Amendment;
    const { amountKobo = details.amountKobo, ...account } = change;
    if (command !== 'amend' || !details.beneficiary) return [];
    const { bankCode, accountNumber } = { ...details.beneficiary, ...account };
    const beneficiary = { bankCode, accountNumber };
    const [alike, paidBefore] = await Promise.all([
      copy.alike([{ reference, amountKobo, beneficiary }]),
      copy.paidBefore([beneficiaryKey(beneficiary)]),
    ]);
    return [[digest, { alike, isNew: paidBefore.size === 0 }]] as const;
  });
  return new Map((await Promise.all(asked)).flat());
}
