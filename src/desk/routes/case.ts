import { beneficiaryKey } from '../../domain/batch/rows';
import { kinds } from '../../domain/kinds';
import { RequestError } from '../../cases/request-error';
import { detailsOf } from '../../cases/started-input';
import { snapshotOf, type ChainSnapshot } from '../../cases/snapshot';
import type { CaseDetails } from '../../domain/case/details';
import type { CommandTable } from '../../domain/case/commands';
import { UNSENT } from '../../domain/payout/commands';
import { accountText, type PayingAccount } from '../../domain/payout/terms';
import { caseId } from '../../domain/wire/workflow-ids';
import { isTemporalAway } from '../../temporal/connection';
import type { Filter, ListedCase } from '../../records/projection/list';
import { asLastSeen } from '../../records/projection/summary';
import { caseRow } from '../contract/case-list';
import { digestContentsOf } from '../../cases/digest-contents';
import type { CasePage } from '../contract/case-page';
import type { Handlers } from '../http/run-route';
import { TEMPORAL_AWAY } from '../http/problems';
import type { RouteContext } from '../route-context';
import { approvalItemsOf, changingOf } from '../views/approvals';
import { proposedPayments } from './approvals';
import { progressIn } from './batches';
import { caseRowOf, readable } from '../views/case-row';
import { overdueText, todayOf } from '../views/repayments';
import { offeredCommands } from '../views/commands';
import { asGoingOn, factsOf, isPromiseBroken, sentenceOf, stageLine, unpaidIn } from '../views/case-page';
import { borrowerOf, nameOf, ownAccount, payoutOf, seesAccounts } from '../views/details';

/** The page of a case: its workflow's answer and the copy's additions; only the copy if no worker answers. */
export const caseHandlers = (parts: RouteContext) =>
  ({
    async casePage({ params: { kind, reference }, person }) {
      const { client, copy, documents, stepUp, webUi } = parts;
      const resource = kinds[kind];
      const [told, listed, uploaded] = await Promise.all([
        snapshotOf(client, resource, reference).catch(unansweredOf),
        copy.find(kind, reference).catch(() => undefined),
        documents.list({ kind, reference }),
      ]);
      const unanswered = told instanceof RequestError ? told : undefined;
      const snapshot = asGoingOn(told instanceof RequestError ? copied(listed, told) : told);
      const [contents, details, banks, { accounts }] = await Promise.all([
        digestContentsOf(client, snapshot),
        unanswered ? {} : detailsOf(client, caseId(kind, reference)).catch(() => ({})),
        parts.banks.names(),
        parts.payingAccounts.terms(),
      ]);
      const { disbursementAccount: account, beneficiary }: CaseDetails = details;
      // People decide with more care about a payout to a new account, or like another one.
      const isUnsent = beneficiary && UNSENT.some((stage) => stage === snapshot.stage);
      const asked = { kind, reference, snapshot, contents, details };
      const [paidBefore, alike, proposed] = isUnsent
        ? await Promise.all([
            copy.paidBefore([beneficiaryKey(beneficiary)]).catch(() => undefined),
            copy.alike([{ ...details, reference }]).catch(() => undefined),
            proposedPayments(copy, asked).catch(() => undefined),
          ])
        : [];
      const about = { ...asked, banks, accounts, paidBefore, alike, proposed };
      const batch = typeof snapshot.facts.batch === 'string' ? snapshot.facts.batch : listed?.batch;
      const today = todayOf(listed?.unpaid);
      const offered = unanswered ? [] : offeredCommands(snapshot, resource, person, stepUp, details, today);
      const mayReveal = offered.some(({ name, allowed }) => name === REVEALING && allowed);
      const payout = payoutOf(details, snapshot, { ...about, seesWhole: seesAccounts(person) });
      const related = await relatedTo(parts, { kind, reference, customer: listed?.customer, batch });
      const unpaid = snapshot.ended
        ? unpaidIn(kind, snapshot.stage, progressIn(reference, snapshot), related)
        : undefined;
      return {
        // The contract drops fields that it does not name.
        ...snapshot,
        ...{ kind, reference, branch: listed?.branch, name: nameOf(details) ?? listed?.names.name },
        payout: payout && { ...payout, ...changingOf(about, person) },
        borrower: borrowerOf(details, mayReveal),
        disbursementAccount: account && { ...account, bankName: banks.get(account.bankCode) },
        sentence:
          (unanswered && snapshot.attention?.cause) ??
          sentenceOf({ ...snapshot, unpaid, overdue: listed && overdueText(listed) }, today),
        waiting: snapshot.waiting && {
          ...snapshot.waiting,
          ...(isPromiseBroken(snapshot, today) && { toDo: 'Call the borrower.' }),
        },
        // The copy may still have the wait of the stage before.
        waitingSince: listed?.snapshot.stage === snapshot.stage ? listed.since.toISOString() : undefined,
        stages: stageLine(resource.stages, snapshot.stage, snapshot.timeline),
        documents: uploaded,
        facts: [...factsOf(snapshot.facts), ...payingFact(details, accounts)],
        started: await parts.audit.started(caseId(kind, reference)),
        related,
        approvals: approvalItemsOf(about, person, stepUp),
        decisions: await decisionsOf(parts, resource, [
          ...[caseId(kind, reference), snapshot.workflowId],
          // A payout of a batch is approved with it.
          ...(batch === undefined ? [] : [caseId('batch', batch)]),
        ]),
        commands: offered.filter(({ name }) => name !== REVEALING),
        webUi: webUi && addressIn(webUi, client.options.namespace, snapshot.workflowId),
        readAt: ((unanswered && listed?.readAt) ?? new Date()).toISOString(),
        unanswered: unanswered?.message,
      };
    },
  }) satisfies Partial<Handlers>;

/** The paying account as a fact, if no sheet of a payout shows it. */
const payingFact = ({ source, beneficiary }: CaseDetails, accounts: readonly PayingAccount[]) => {
  const own = beneficiary ? undefined : ownAccount(source?.accountNumber, { accounts });
  return own ? [{ name: 'source', label: 'Paid from', value: accountText(own), kind: 'text' as const }] : [];
};

/** The command that has its own button, beside the number. */
const REVEALING = 'revealNumber';

/** The error of a worker or Temporal that did not answer. @throws every other error */
function unansweredOf(error: unknown): RequestError {
  if (error instanceof RequestError && error.kind === 'timedOut') return error;
  if (isTemporalAway(error)) return new RequestError('unreachable', TEMPORAL_AWAY);
  throw error;
}

/** The copy of a case without an answer, which nobody can steer now. @throws RequestError without a copy */
function copied(listed: ListedCase | undefined, unanswered: RequestError): ChainSnapshot {
  if (!listed) throw unanswered;
  const { workflowId, kind } = listed;
  const { approval: _approval, proposals: _proposals, ...known } = asLastSeen(listed);
  return { ...known, kind, workflowId, timeline: [], calls: [], commands: [] };
}

/** People's consents and rejections; for a loan in repayment, also those before its disbursement. */
async function decisionsOf(
  { audit }: RouteContext,
  { commands }: { readonly commands: CommandTable },
  caseIds: readonly string[],
): Promise<CasePage['decisions']> {
  const decisive = Object.keys(commands).filter((name) => 'expectedDigest' in (commands[name]?.fields ?? {}));
  const found = await audit.decisions(caseIds, [...decisive, 'reject']);
  return found.map((one) => ({ ...one, summary: commands[one.command]?.summary ?? one.command }));
}

const RELATED_MAX = 20;

/** Other cases of the same customer or the same batch. */
async function relatedTo(
  { copy }: RouteContext,
  { kind, reference, customer, batch }: Pick<ListedCase, 'kind' | 'reference' | 'customer' | 'batch'>,
): Promise<CasePage['related']> {
  const me = { subject: '', roles: [] };
  const shown = (listed: readonly ListedCase[], why: string) =>
    readable(caseRow, listed, (one) => [caseRowOf(one)]).rows.map((row) => ({ ...row, why }));
  const sought = async (filter: Filter, why: string) => {
    const tabs = ['open', 'ended'] as const;
    const pages = tabs.map((name) => copy.page(filter, { name, me }, 'newest', RELATED_MAX));
    return shown((await Promise.all(pages)).flat(), why);
  };
  const none = Promise.resolve([]);
  const found = await Promise.all([
    batch === undefined
      ? none
      : copy.find('batch', batch).then((one) => shown([one ?? []].flat(), 'its batch')),
    customer === undefined ? none : sought({ customer }, 'the same customer'),
    kind === 'batch' ? sought({ batch: reference }, 'a payout of this batch') : none,
    batch === undefined ? none : sought({ batch }, 'of the same batch'),
  ]);
  return found.flat().filter((one) => one.kind !== kind || one.reference !== reference);
}

const addressIn = (webUi: string, namespace: string, workflowId: string): string =>
  `${webUi.replace(/\/$/, '')}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`;
