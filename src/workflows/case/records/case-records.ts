import { workflowInfo } from '@temporalio/workflow';
import { claimsIn } from '../../../domain/case/acts';
import { auditedFields } from '../../../domain/case/instruction';
import type { AuditEntry } from '../../../domain/case/audit';
import type { SendMark } from '../../../domain/case/send-authorisation';
import type { Command, CommandRow, CommandTable } from '../../../domain/case/commands';
import type { AuthorityState } from '../../../domain/case/proof';
import type { TimelineEntry } from '../../../domain/case/snapshot';
import type { StageRow } from '../../../domain/case/waits';
import type { Case } from '../case';
import { AuditTrail } from './audit-trail';

const FULL =
  'The audit has not stored the last 50 entries of this case: the database of the records cannot be reached. Money under way goes on; send the command again later.';

interface Acceptance {
  readonly requestId: string;
  readonly row: CommandRow | undefined;
  /** Of a proposal, which people agree to by it. */
  readonly digest?: string;
}

/** The records of a case: the timeline for the people at work, the audit for good. */
export class CaseRecords {
  readonly timeline: Timeline;
  readonly audit: AuditTrail;
  private refusals: CountedRefusals;

  constructor(
    private readonly owner: Case<string>,
    carried?: ReturnType<CaseRecords['carry']>,
  ) {
    this.timeline = new Timeline(carried?.timeline);
    this.audit = new AuditTrail(carried?.audit);
    this.refusals = carried?.refusals ?? { count: 0, recorded: 0 };
  }

  /** Adds to the timeline. Notes must hold no personal data. */
  note(by: string, what: string, note?: string): void {
    this.timeline.add({ at: this.owner.now(), by, what, ...(note === undefined ? {} : { note }) });
  }

  /** Holds the start, by an act or this person, to be stored with later entries or once the case waits. */
  begun(state: AuthorityState, createdBy: unknown): void {
    const { proof } = state;
    const { sub: actor = createdBy, role, jti: requestId } = claimsIn(proof?.act) ?? {};
    this.audit.hold({
      ...this.entry('start', workflowInfo().workflowType),
      ...(typeof actor === 'string' && { actor }),
      ...(role && { role }),
      ...(requestId !== undefined && { requestId }),
      ...(proof && { act: proof.act }),
      facts: { ...this.owner.facts },
    });
    this.audit.begun(state);
  }

  /** Notes a stage; the audit keeps those that move money, and how the case ends. */
  entered(stage: string, { title, final, movesMoney }: StageRow, reason?: string): void {
    this.note('system', title, reason);
    const detail = present({ reason });
    if (final ?? movesMoney)
      this.audit.add({
        ...this.entry(final ? 'result' : 'stage', stage),
        ...(detail && { detail }),
        facts: { ...this.owner.facts },
      });
  }

  /** Records an accepted command: actor, role, and its fields, without what is personal. */
  accepted(
    kind: 'proposal' | 'command',
    command: Command<CommandTable, string>,
    { requestId, row, digest }: Acceptance,
  ): void {
    const detail = present({
      ...auditedFields(row?.fields ?? {}, command),
      proposed: digest,
      note: command.note,
      login: command.proof?.receipt.login,
    });
    this.audit.add({
      ...this.entry(kind, command.name),
      actor: command.actor,
      role: command.role,
      ...(requestId !== '' && { requestId }),
      ...(command.proof && { act: command.proof.act }),
      ...(detail && { detail }),
      facts: { ...this.owner.facts },
    });
  }

  /**
   * Notes and counts a message that was refused: the audit gets an entry each time the count has doubled. Not
   * by the time, which a replay may see otherwise.
   */
  refused(what: string, why?: string): void {
    this.timeline.addRefusal(this.owner.now(), what, why);
    const { count, recorded } = this.refusals;
    this.refusals = { count: count + 1, recorded, last: { what, ...(why !== undefined && { why }) } };
    if (count + 1 >= 2 * recorded) this.recordRefusals();
  }

  /** Why the case takes no further command now, as a sentence; `undefined` while the audit keeps up. */
  get obstacle(): string | undefined {
    return this.audit.isFull ? FULL : undefined;
  }

  stored(): Promise<void> {
    if (this.refusals.count > this.refusals.recorded) this.recordRefusals();
    return this.audit.stored();
  }

  carry() {
    return { timeline: [...this.timeline.entries], audit: this.audit.carry(), refusals: this.refusals };
  }

  private recordRefusals(): void {
    const { count, last } = this.refusals;
    this.refusals = { ...this.refusals, recorded: count };
    this.audit.add({ ...this.entry('refusals', String(count)), ...(last && { detail: { last } }) });
  }

  private entry(kind: AuditEntry['kind'], what: string): Omit<AuditEntry, 'id'> {
    const { digest, policyDigest } = this.owner.facts;
    return {
      at: this.owner.now(),
      kind,
      what,
      ...(typeof digest === 'string' && { digest }),
      ...(typeof policyDigest === 'string' && { policyDigest }),
    };
  }
}

/** The fields that have a value; `undefined` if none has. */
function present(fields: Record<string, unknown>): Record<string, unknown> | undefined {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** Entries kept: enough for years of ordinary life, bounded whatever arrives. */
const ENTRIES_MAX = 300;

/** Refusals kept, so that no flood of refused messages pushes out what people have done. */
const REFUSALS_MAX = 20;

const SYSTEM = 'system';

/** The events of a case, oldest first. */
export class Timeline {
  readonly entries: TimelineEntry[];

  constructor(carried: readonly TimelineEntry[] = []) {
    this.entries = [...carried];
  }

  /** Entries must hold no personal data. The start stays; of the rest, those that no person made go first. */
  add(entry: TimelineEntry): void {
    this.entries.push(entry);
    if (this.entries.length > ENTRIES_MAX) this.drop(({ by }) => by === SYSTEM, 1);
    if (this.entries.length > ENTRIES_MAX) this.entries.splice(1, 1);
  }

  addRefusal(at: string, what: string, note?: string): void {
    const isRefusal = ({ by, what: title }: TimelineEntry) => by === SYSTEM && title.startsWith('Refused ');
    if (this.entries.filter(isRefusal).length >= REFUSALS_MAX) this.drop(isRefusal, 0);
    this.add({ at, by: SYSTEM, what: `Refused ${what}`, ...(note === undefined ? {} : { note }) });
  }

  private drop(isLess: (entry: TimelineEntry) => boolean, from: number): void {
    const place = this.entries.findIndex((entry, index) => index >= from && isLess(entry));
    if (place >= 0) this.entries.splice(place, 1);
  }
}

/** How many messages the case has refused, and how many of them stand in the audit. */
interface CountedRefusals {
  readonly count: number;
  readonly recorded: number;
  readonly last?: { readonly what: string; readonly why?: string };
}

/** The marks of a case's sends of money, by which the fence knows one from the next. */
export class SendMarks {
  private last: string | undefined;
  /** How many marks were given: two sends may begin in one workflow task. */
  private given = 0;
  private open: SendMark | undefined;

  /** The mark of a send that begins now; reuses the mark of a send that was stopped before it went out. */
  next(): SendMark {
    const { last: after } = this;
    return (this.open ??= {
      at: `${new Date().toISOString()} ${++this.given}`,
      ...(after !== undefined && { after }),
    });
  }

  mayHaveGone({ at }: SendMark): void {
    this.last = at;
    this.open = undefined;
  }
}
