import { isAmong, leftOf, WITHDRAW } from '../../domain/case/agreement';
import { kinds } from '../../domain/kinds';
import { nairaText } from '../../domain/money/amounts';
import { dayText } from '../../domain/time/lagos-days';
import { caseOf } from '../../domain/wire/workflow-ids';
import type { ReadEntry } from '../../records/audit/read';
import type { ListedCase } from '../../records/projection/list';
import type { GivenLately } from '../contract/command-forms';
import { KINDS } from '../contract/fields';
import { detailIn, isAnswer, isRejection } from '../given-outcomes';
import type { Handlers } from '../http/run-route';
import type { RouteContext } from '../route-context';
import { heldIn, titleIn } from '../views/case-row';

/** A person's latest starts and commands, with their outcomes, which the maker would not learn otherwise. */
export const givenHandlers = ({ audit, copy }: RouteContext) =>
  ({
    async givenLately({ query: { before }, person }) {
      const { given, next } = await audit.given(person.subject, before);
      const caseIds = given.map(({ deed }) => deed.case_id);
      const [carried, proposals] = await Promise.all([copy.ofWorkflows(caseIds), audit.proposals(caseIds)]);
      const deeds = await Promise.all(
        given.map(async ({ deed, answer: last, isVoid }): Promise<Deed[]> => {
          const { kind: own, reference } = caseOf(deed.case_id);
          // A loan in repayment continues under the bank's id of the loan.
          const kind = KINDS.find((one) => one === (own === 'repayment' ? 'loan' : own));
          if (!kind) return [];
          const known = carried.find(({ workflowId }) => workflowId === deed.case_id);
          const listed = known ?? (await copy.find(kind, reference));
          const named = (what: string) => kinds[kind].commands[what]?.summary ?? what;
          // One of two approvals is not the answer yet.
          const answer = last?.what === 'approve' && listed && isPartial(listed) ? undefined : last;
          return [
            {
              ...{ kind, at: deed.at, state: isVoid ? 'lapsed' : stateOf(deed, answer, listed) },
              ...{ reference: listed?.reference ?? reference, name: listed?.names.name },
              ...{ amountKobo: listed?.amountKobo, stageTitle: listed && titleIn(listed.snapshot) },
              held: listed && heldIn(listed.snapshot),
              attention: listed && leftIn(listed),
              summary: deed.kind === 'start' ? 'Start' : summaryOf(deed, named, proposals),
              ...(answer && { by: answer.actor ?? undefined, answeredAt: answer.at }),
              ...{ ownReason: reasonIn(deed), reason: answer && reasonIn(answer) },
            },
          ];
        }),
      );
      // Cases have clocks of their own, so that the audit's order is not quite that of their times.
      const latest = ({ at, answeredAt = at }: Deed) => answeredAt;
      return { deeds: deeds.flat().toSorted((one, other) => latest(other).localeCompare(latest(one))), next };
    },
  }) satisfies Partial<Handlers>;

type Deed = GivenLately['deeds'][number];

/** What is left to do about a case; once it has ended, at the bank. */
function leftIn({ snapshot: { ended, attention, facts } }: ListedCase): string | undefined {
  if (!ended) return attention?.cause;
  return typeof facts.leftAtBank === 'string' ? facts.leftAtBank : undefined;
}

/** Whether its approvals, such as `1 of 2`, do not suffice, or did not when it ended. */
const isPartial = ({ snapshot: { approval, facts } }: ListedCase): boolean =>
  approval !== undefined || leftOf(String(facts.approvals ?? '')) > 0;

/** A command, with its rows, or with the proposal that it answers: without digests, if only one can be meant. */
function summaryOf(
  deed: ReadEntry,
  named: (what: string) => string,
  proposals: readonly ReadEntry[],
): string {
  const { case_id: id, position, actor } = deed;
  const before = proposals.filter(
    (one) => one.case_id === id && one.position < position && isAnswer(deed, one),
  );
  // One stands under a digest at a time.
  const meant = before.find((one) => detailIn(one)?.proposed !== undefined);
  const answered = meant ? [meant] : before;
  const isOwn = answered.length > 0 && answered.every((one) => one.actor === actor);
  const names = new Set(answered.map((one) => whatIn(one, named)));
  return [isOwn ? WITHDRAW : whatIn(deed, named), ...(names.size === 1 ? names : [])].join(': ');
}

/** A command, with the rows, the end of the account, the name on it, the amount, or the day that it names. */
export function whatIn(entry: ReadEntry, named: (what: string) => string): string {
  const { rows, accountNumber, accountName, amountKobo, promisedOn } = detailIn(entry) ?? {};
  const about = [
    rows && `rows ${rows}`,
    accountNumber && `the account ${accountNumber}`,
    accountName && 'the expected name',
    amountKobo && nairaText(Number(amountKobo)),
    promisedOn && dayText(promisedOn),
  ];
  return [named(entry.what), ...about].filter(Boolean).join(': ');
}

function reasonIn(entry: ReadEntry): string | undefined {
  const { reason, question, note, text } = detailIn(entry) ?? {};
  return [reason, question, note, text].filter(Boolean).join(': ') || undefined;
}

function stateOf({ kind, what, actor }: ReadEntry, answer?: ReadEntry, listed?: ListedCase): Deed['state'] {
  const { approval, proposals = [] } = listed?.snapshot ?? {};
  if (answer) return isRejection(answer) ? 'rejected' : 'approved';
  if (kind === 'proposal')
    return listed === undefined || proposals.some(({ command }) => command === what) ? 'waiting' : 'lapsed';
  const isStart = kind === 'start';
  if (!approval || !(isStart || what === 'approve')) return 'accepted';
  // Of two approvers the first one waits for the other, until the approval lapses.
  return isStart || isAmong(approval.approvers, actor ?? '') ? 'waiting' : 'lapsed';
}
