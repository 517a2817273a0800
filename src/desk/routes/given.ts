import { isAmong } from '../../domain/case/agreement';
import { kinds } from '../../domain/kinds';
import { caseOf } from '../../domain/wire/workflow-ids';
import type { ReadEntry } from '../../records/audit/read';
import type { AuditRow } from '../../records/audit/row';
import type { ListedCase } from '../../records/projection/list';
import { detailIn, type AuditReader } from '../audit-reader';
import type { GivenLately } from '../contract/command-forms';
import { KINDS } from '../contract/fields';
import type { Handlers } from '../http/run-route';
import type { RouteContext } from '../route-context';

/** A person's latest starts and commands, with their outcomes, which the maker would not learn otherwise. */
export const givenHandlers = ({ audit, copy }: RouteContext) =>
  ({
    async givenLately({ query: { before }, person }) {
      const { given, next } = await audit.given(person.subject, before);
      const carried = await copy.ofWorkflows(given.map(({ deed }) => deed.case_id));
      const deeds = await Promise.all(
        given.map(async (one) => {
          const { kind, reference } = caseOf(one.deed.case_id);
          const listed = carried.find(({ workflowId }) => workflowId === one.deed.case_id);
          // A loan in repayment continues under the bank's id of the loan.
          const noun = kind === 'repayment' ? 'loan' : kind;
          return shownDeed(one, noun, reference, listed ?? (await copy.find(noun, reference)));
        }),
      );
      // Cases have clocks of their own, so that the audit's order is not quite that of their times.
      const latest = ({ at, answeredAt = at }: Deed) => answeredAt;
      return { deeds: deeds.flat().toSorted((one, other) => latest(other).localeCompare(latest(one))), next };
    },
  }) satisfies Partial<Handlers>;

type Deed = GivenLately['deeds'][number];

function shownDeed(
  { deed, answer }: Awaited<ReturnType<AuditReader['given']>>['given'][number],
  noun: string,
  reference: string,
  listed: ListedCase | undefined,
): Deed[] {
  const kind = KINDS.find((one) => one === noun);
  if (!kind) return [];
  return [
    {
      ...{ kind, at: deed.at, state: stateOf(deed, answer?.what, listed) },
      ...{ reference: listed?.reference ?? reference, name: listed?.names.name },
      ...{ amountKobo: listed?.amountKobo, stageTitle: listed?.snapshot.stageTitle },
      attention: listed?.snapshot.ended ? undefined : listed?.snapshot.attention?.cause,
      summary: deed.kind === 'start' ? 'Start' : (kinds[kind].commands[deed.what]?.summary ?? deed.what),
      ...(answer && { by: answer.actor ?? undefined, answeredAt: answer.at }),
      ...{ ownReason: reasonIn(deed), reason: answer && reasonIn(answer) },
    },
  ];
}

function reasonIn(entry: ReadEntry): string | undefined {
  const { reason, note } = detailIn(entry) ?? {};
  return [reason, note].filter(Boolean).join(': ') || undefined;
}

function stateOf(
  { kind, what, actor }: Pick<AuditRow, 'kind' | 'what' | 'actor'>,
  answer: string | undefined,
  listed: ListedCase | undefined,
): Deed['state'] {
  const { approval, proposals = [] } = listed?.snapshot ?? {};
  if (answer === undefined && kind !== 'proposal') {
    const isMaking = kind === 'start' || what === 'amend';
    if (!approval || !(isMaking || what === 'approve')) return 'accepted';
    // Of two approvers the first one waits for the other, until a change makes the approval void.
    return isMaking || isAmong(approval.approvers, actor ?? '') ? 'waiting' : 'lapsed';
  }
  const isOpen = proposals.some(({ command }) => command === what);
  if (answer === undefined) return listed === undefined || isOpen ? 'waiting' : 'lapsed';
  return answer === 'reject' || answer === 'refuseProposal' ? 'rejected' : 'approved';
}
