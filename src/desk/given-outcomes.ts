import { payoutCommands } from '../domain/payout/commands';
import type { ReadEntry } from '../records/audit/read';

/** The commands after which earlier approvals count no more. */
export const CHANGES = ['amend', 'excludeRows'];

/** The commands by which others answer a start or an amendment, and a proposal. */
export const ANSWERS = ['approve', 'reject', 'confirmProposal', 'refuseProposal'];

/** A person's deed, the entry that decided about it, and whether it counts no more without one. */
export interface Given {
  readonly deed: ReadEntry;
  readonly answer: ReadEntry | undefined;
  readonly isVoid: boolean;
  /** The command by which a proposal took effect. */
  readonly effect: ReadEntry | undefined;
}

/** The place in the audit of an answer, or of a deed without one. */
export const placeOf = ({ deed, answer }: Given): number => (answer ?? deed).position;

/**
 * A deed with its outcome by these entries, newest first: a rejection, or else the latest consent that no change
 * has voided. A proposal has had enough consents once its command follows the last of them.
 */
export function outcomeOf(deed: ReadEntry, said: readonly ReadEntry[]): Given {
  const isProposal = deed.kind === 'proposal';
  const later = said.filter((one) => one.case_id === deed.case_id && one.position > deed.position);
  const given = later.filter((one) => isAnswer(one, deed));
  const isEffect = ({ what, actor, sequence }: ReadEntry) =>
    what === deed.what && actor === deed.actor && given.some((one) => one.sequence === sequence - 1);
  const end = later.findLast((one) => isReplacedBy(deed, one) || (isProposal && isEffect(one)));
  const effect = isProposal && end?.kind === 'command' ? end : undefined;
  const isVoided = (consent: ReadEntry) => later.some((one) => isVoidedBy(consent, one));
  const answers = given.filter((one) => !(end && one.position > end.position));
  const isSpent = deed.what === 'approve' && isVoided(deed);
  const answer = isSpent
    ? undefined
    : (answers.find(isRejection) ??
      answers.find((one) => (isProposal ? effect !== undefined : !isVoided(one))));
  return { deed, answer, effect, isVoid: isSpent || (!answer && end !== undefined) };
}

/** Whether a later proposal of the same command takes the place of this one, or a later change of the same field that of this change. */
function isReplacedBy(deed: ReadEntry, { kind, what, detail }: ReadEntry): boolean {
  if (kind !== deed.kind || what !== deed.what) return false;
  const [before = {}, after = {}] = [detailIn(deed), detailIn({ detail })];
  const isAnew = (name: string) => name in before && name in after;
  return kind === 'proposal' || (what === 'amend' && Object.keys(payoutCommands.amend.fields).some(isAnew));
}

/** Whether an approval counts no more after a change; what people agreed to beside one has taken effect. */
export const isVoidedBy = (
  consent: ReadEntry,
  { case_id: caseId, kind, what, sequence }: ReadEntry,
): boolean =>
  consent.what === 'approve' &&
  caseId === consent.case_id &&
  kind === 'command' &&
  CHANGES.includes(what) &&
  sequence > consent.sequence;

/** Whether an answer ends what it is about. */
export const isRejection = ({ what }: ReadEntry): boolean => ['reject', 'refuseProposal'].includes(what);

/** Whether an entry answers a deed; of a proposal, as far as the audit has kept what both were about. */
export function isAnswer(one: ReadEntry, deed: ReadEntry): boolean {
  if (one.actor === deed.actor && one.what !== 'refuseProposal') return false;
  if (deed.kind !== 'proposal')
    return (
      (one.what === 'reject' && deed.what === 'approve') ||
      ((deed.kind === 'start' || deed.what === 'amend') && ['approve', 'reject'].includes(one.what))
    );
  const { proposed } = detailIn(deed) ?? {};
  const { expectedDigest = proposed } = detailIn(one) ?? {};
  return one.what.endsWith('Proposal') && (proposed === undefined || proposed === expectedDigest);
}

/** The fields of an entry's detail, such as those of its command; `undefined` without one, or if it was erased. */
export const detailIn = ({ detail }: Pick<ReadEntry, 'detail'>) =>
  detail && (JSON.parse(detail.content) as Readonly<Record<string, string | undefined>>);
