import type { TimelineEntry } from '../../../domain/case/snapshot';

/** Entries kept: enough for years of ordinary life, bounded whatever arrives. */
const ENTRIES_MAX = 300;

/** Refusals kept, so that no flood of refused messages pushes out what people have done. */
const REFUSALS_MAX = 20;

const SYSTEM = 'system';

/** What happened in a case, oldest first. */
export class Timeline {
  private readonly kept: TimelineEntry[];

  constructor(carried: readonly TimelineEntry[] = []) {
    this.kept = [...carried];
  }

  get entries(): readonly TimelineEntry[] {
    return this.kept;
  }

  /** What is noted must hold no personal data. The start stays; of the rest, what no person did goes first. */
  add(entry: TimelineEntry): void {
    this.kept.push(entry);
    if (this.kept.length > ENTRIES_MAX) this.drop(({ by }) => by === SYSTEM, 1);
    if (this.kept.length > ENTRIES_MAX) this.kept.splice(1, 1);
  }

  /** Notes a message that was refused. */
  addRefusal(at: string, what: string, note?: string): void {
    const isRefusal = ({ by, what: title }: TimelineEntry) => by === SYSTEM && title.startsWith('Refused ');
    if (this.kept.filter(isRefusal).length >= REFUSALS_MAX) this.drop(isRefusal, 0);
    this.add({ at, by: SYSTEM, what: `Refused ${what}`, ...(note === undefined ? {} : { note }) });
  }

  private drop(isLess: (entry: TimelineEntry) => boolean, from: number): void {
    const place = this.kept.findIndex((entry, index) => index >= from && isLess(entry));
    if (place >= 0) this.kept.splice(place, 1);
  }
}
