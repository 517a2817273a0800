import type { Pool } from 'pg';
import type { z } from 'zod';
import { claimsIn } from '../domain/case/acts';
import type { CaseKind } from '../domain/case/kind';
import { kinds } from '../domain/kinds';
import { caseId as caseIdOf, caseOf } from '../domain/wire/workflow-ids';
import { workflowTypes } from '../domain/wire/workflow-types';
import { endOfLagosDay, startOfLagosDay } from '../domain/time/lagos-days';
import { isWhole, type AuditRow } from '../records/audit/row';
import { searchEntries, type ReadEntry } from '../records/audit/read';
import { verify } from '../records/verify';
import type { AuditPage, auditQuery, Verification } from './contract/audit';
import type { CasePage } from './contract/case-page';
import { KINDS } from './contract/fields';
import {
  ANSWERS,
  CHANGES,
  detailIn,
  isRejection,
  isVoidedBy,
  outcomeOf,
  placeOf,
  type Given,
} from './given-outcomes';
import { ProblemError } from './http/problems';
import type { People } from './login/people';
import type { DeskSettings } from './server';

type Decision = Omit<CasePage['decisions'][number], 'summary'>;

/** Shows the audit, and checks it if the desk has the keys. */
export class AuditReader {
  constructor(
    private readonly pool: Pool,
    private readonly people: People,
    private readonly verifying: DeskSettings['verifying'],
  ) {}

  /** One page of entries, newest first. */
  async page(wanted: z.output<typeof auditQuery>, limit: number): Promise<AuditPage> {
    const { person, case: named, day, before } = wanted;
    const span =
      day === undefined
        ? undefined
        : { from: instant(startOfLagosDay(day)), to: instant(endOfLagosDay(day)) };
    const actors = person === undefined ? undefined : await this.subjectsOf(person);
    const caseIds = named === undefined ? undefined : await this.caseIdsOf(named);
    const found = await searchEntries(this.pool, { actors, caseIds, span, before }, limit + 1);
    const [agreed, loans] = await Promise.all([this.agreed(found), this.loansOf(found)]);
    const entries = found.slice(0, limit).map((entry) => ({
      ...{ position: entry.position, case: entry.case_id, sequence: entry.sequence, at: entry.at },
      ...{ kind: entry.kind, what: entry.what, hash: entry.hash, title: titleOf(entry) },
      isForeign: this.isForeign(entry) || undefined,
      ...(isInnerStart(entry) || isReopening(entry)
        ? { signed: false, under: claimsIn(entry.act)?.wf }
        : { signed: entry.act !== null, actor: entry.actor ?? undefined, role: entry.role ?? undefined }),
      ...loans.get(entry.case_id),
      requestId: entry.request_id ?? undefined,
      agreedBy: agreed.get(entry.position),
      detail: detailIn(entry),
    }));
    return { entries, next: found.length > limit ? entries.at(-1)?.position : undefined };
  }

  /** The loans of the repayments among the cases of these entries, as far as the copy has them. */
  private async loansOf(entries: readonly ReadEntry[]) {
    const { rows } = await this.pool.query<{ id: string; under: string }>(
      `SELECT workflow_id AS id, 'loan:' || reference AS under FROM case_summary
       WHERE workflow_id = ANY($1) AND workflow_id LIKE 'repayment:%'`,
      [casesOf(entries)],
    );
    return new Map(rows.map(({ id, under }) => [id, { under }]));
  }

  /** By the position of a proposed command that took effect: the person whose consent, noted right before, was the last. */
  private async agreed(entries: readonly ReadEntry[]): Promise<ReadonlyMap<number, string>> {
    const given = entries.filter(({ kind }) => kind === 'command');
    const wanted = { caseIds: casesOf(given), what: ['confirmProposal', ...given.map(({ what }) => what)] };
    const around = await searchEntries(this.pool, wanted, SEARCHED_MAX);
    const consents = given.flatMap(({ position, case_id: caseId, sequence, what, actor }) => {
      const before = around.filter((one) => one.case_id === caseId && one.sequence < sequence);
      const [last] = before;
      const isProposed = before.some(
        (one) => one.kind === 'proposal' && one.what === what && one.actor === actor,
      );
      const isConsent = last?.what === 'confirmProposal' && last.sequence === sequence - 1;
      return isProposed && isConsent && last.actor !== null ? [[position, last.actor] as const] : [];
    });
    return new Map(consents);
  }

  /** The typed text as a subject, and the subjects whose names contain it. */
  private async subjectsOf(text: string): Promise<string[]> {
    const sought = text.trim().toLowerCase();
    const known = (await this.people.all()).filter(({ name }) => name.toLowerCase().includes(sought));
    return [text.trim(), ...known.map(({ subject }) => subject)];
  }

  /** The ids of all cases that a typed id or bare reference may mean, in any case of its letters. */
  private async caseIdsOf(text: string): Promise<string[]> {
    const typed = text.trim();
    const { rows } = await this.pool.query<{ id: string; reference: string }>(
      `SELECT workflow_id AS id, reference FROM case_summary
       WHERE lower($1) IN (lower(reference), lower(workflow_id), kind || ':' || lower(reference))`,
      [typed],
    );
    // A loan in repayment continues under another workflow id; the copy no longer holds very old cases.
    const references = [typed, typed.toUpperCase(), ...rows.map(({ reference }) => reference)];
    const ofKinds = references.flatMap((one) => KINDS.map((kind) => caseIdOf(kind, one)));
    return [...new Set([typed, ...(typed.includes(':') ? [] : ofKinds), ...rows.map(({ id }) => id)])];
  }

  /** People's decisions, by these commands; newest first. */
  async decisions(caseIds: readonly string[], commands: readonly string[]): Promise<Decision[]> {
    const found = await searchEntries(this.pool, { caseIds, what: [...commands, ...CHANGES] }, DECISIONS_MAX);
    const own = found.filter((entry) => !this.isForeign(entry));
    return own.flatMap((entry) => {
      const { what: command, actor: by, role, at } = entry;
      const { expectedDigest: digest, login } = detailIn(entry) ?? {};
      const isVoid = own.some((later) => isVoidedBy(entry, later));
      return by !== null && role !== null && (digest !== undefined || command === 'reject')
        ? [{ command, by, role, at, digest, freshLogin: login !== undefined, isVoid }]
        : [];
    });
  }

  /** The person who started a case; `undefined` if the audit does not say. */
  async started(caseId: string): Promise<CasePage['started']> {
    const found = await searchEntries(this.pool, { caseIds: [caseId], kinds: ['start'] }, DECISIONS_MAX);
    const own = found.findLast((entry) => !this.isForeign(entry) && !isInnerStart(entry));
    const { at, actor, role } = own ?? {};
    return at && actor ? { at, by: [role, actor].filter(Boolean).join(' ') } : undefined;
  }

  /**
   * A page of a person's starts and commands, each with the answer that decided about it, by the place of the
   * latest of the two, newest first; and the place at which older ones follow.
   */
  async given(subject: string, before: number | undefined): Promise<{ given: Given[]; next?: number }> {
    const deeds = { actors: [subject], kinds: ['start', 'proposal', 'command'] };
    const what = [...ANSWERS, ...CHANGES];
    const [lately, said] = await Promise.all([
      searchEntries(this.pool, { ...deeds, before }, SEARCHED_MAX),
      searchEntries(this.pool, { what, before }, SEARCHED_MAX),
    ]);
    const begin = cutAt(lately);
    const from = Math.max(begin, cutAt(said));
    const older = { ...deeds, caseIds: casesOf(said), before: begin };
    const earlier = begin === 0 ? [] : await searchEntries(this.pool, older, SEARCHED_MAX);
    // What a proposal led to is the person's own entry.
    const known = [...said, ...lately].toSorted((one, other) => other.position - one.position);
    const all = this.answered([...lately, ...earlier], known).filter((one) => placeOf(one) >= from);
    // One answer may be to several deeds, which stay together.
    const next = all.length > GIVEN_MAX ? placeOf(all[GIVEN_MAX - 1] as Given) : from;
    const shown = all.filter((one) => placeOf(one) >= next).map(({ deed }) => deed);
    const proposed = shown.filter(({ kind }) => kind === 'proposal').map((deed) => deed.what);
    const after = { caseIds: casesOf(shown), what: [...what, ...proposed] };
    const given = this.answered(shown, await searchEntries(this.pool, after, SEARCHED_MAX));
    // With an answer that is newer than this page, or without one that became void, another page tells it.
    const isHere = (one: Given) => placeOf(one) >= next && placeOf(one) < (before ?? Infinity);
    return { given: given.filter(isHere), ...(next > 0 && { next }) };
  }

  /** All proposals in these cases, newest first, but for those that no worker has written. */
  async proposals(caseIds: readonly string[]): Promise<ReadEntry[]> {
    const found = await searchEntries(this.pool, { caseIds, kinds: ['proposal'] }, SEARCHED_MAX);
    return found.filter((entry) => !this.isForeign(entry));
  }

  /** The proposal that people agree to by this digest; `undefined` if the audit does not have it, or was kept before it told. */
  async proposal(caseId: string, digest: string): Promise<ReadEntry | undefined> {
    return (await this.proposals([caseId])).find((entry) => detailIn(entry)?.proposed === digest);
  }

  /** A person's deeds with their answers among these entries, by the latest of the two, newest first. */
  private answered(deeds: readonly ReadEntry[], said: readonly ReadEntry[]): Given[] {
    const whole = said.filter((entry) => !this.isForeign(entry));
    const outcomes = deeds.filter((entry) => !isInnerStart(entry)).map((deed) => outcomeOf(deed, whole));
    // A command that people have agreed to is told by its proposal.
    const effects = new Set(
      outcomes.map(({ answer, effect }) => answer && !isRejection(answer) && effect?.position),
    );
    return outcomes
      .filter(({ deed }) => !effects.has(deed.position))
      .toSorted((one, other) => placeOf(other) - placeOf(one));
  }

  /** Whether someone other than a worker wrote the row; a desk without the keys cannot tell and says no. */
  private isForeign(entry: AuditRow): boolean {
    return this.verifying !== undefined && !isWhole(entry, this.verifying.keys);
  }

  /** @throws ProblemError if the desk does not have the keys */
  async verification(): Promise<Verification> {
    if (!this.verifying)
      throw new ProblemError(
        'unavailable',
        'This desk has no keys of the audit: set AUDIT_KEY_FILE and AUDIT_SIGNER_KEY_FILE, or use the command line: audit verify.',
      );
    const { problems, ...found } = await verify({ pool: this.pool, ...this.verifying });
    return { ...found, problems: problems.map(({ problem, caseId }) => ({ problem, case: caseId })) };
  }
}

/** Most entries that a page shows. */
const DECISIONS_MAX = 50;
const GIVEN_MAX = 50;
/** A batch starts hundreds of payouts under the act of its maker. */
const SEARCHED_MAX = 1_000;

/** Whether another case started this one under its own start act, such as a loan its repayment. */
const isInnerStart = ({ kind, act, case_id: caseId }: AuditRow): boolean =>
  kind === 'start' && (claimsIn(act)?.wf ?? caseId) !== caseId;

/** Whether the system took up a payout that had ended as paid. */
const isReopening = ({ kind, what }: AuditRow) => kind === 'start' && what === workflowTypes.reopenedPayout;

/** The place before which a search may have left entries out; 0 if it has found all. */
const cutAt = (found: readonly AuditRow[]): number =>
  found.length === SEARCHED_MAX ? (found.at(-1)?.position ?? 0) : 0;

const casesOf = (entries: readonly AuditRow[]) => [...new Set(entries.map((entry) => entry.case_id))];

/** An entry in the words of its kind of case; `undefined` if that has none. */
function titleOf(entry: AuditRow): string | undefined {
  const { case_id: caseId, kind, what } = entry;
  const own: string = caseOf(caseId).kind;
  if (isInnerStart(entry)) return `${own.charAt(0).toUpperCase()}${own.slice(1)} began`;
  if (isReopening(entry)) return 'Reopened after it was paid: money may have come back';
  // A loan in repayment continues under an id of its own.
  const noun = own.replace('repayment', 'loan');
  const known = KINDS.find((one) => one === noun);
  if (!known) return undefined;
  if (kind === 'start') return `Start of the ${known}`;
  const { commands, stages }: CaseKind = kinds[known];
  return stages[what]?.title ?? commands[what]?.summary;
}

const instant = (atMs: number) => new Date(atMs).toISOString();
