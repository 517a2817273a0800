/**
 * Records by id, with all their versions, so that a read may be answered as of an earlier instant (a stale replica).
 * Records are never changed in place.
 */
export class Table<T extends object> {
  private readonly versions = new Map<string, readonly { readonly at: number; readonly value: T }[]>();

  constructor(private readonly now: () => number) {}

  /** The record as it was at an instant (milliseconds); the latest without one. */
  get(id: string, asOf = Infinity): T | undefined {
    return this.versions.get(id)?.findLast((version) => version.at <= asOf)?.value;
  }

  /** All records that existed at an instant, oldest first. */
  all(asOf = Infinity): T[] {
    return [...this.versions.keys()].flatMap((id) => this.get(id, asOf) ?? []);
  }

  put(id: string, value: T): T {
    const earlier = this.versions.get(id) ?? [];
    this.versions.set(id, [...earlier, { at: this.now(), value }]);
    return value;
  }

  /** The id, or where a record has it already the id with a number behind it. */
  freshId(id: string, copy = 1): string {
    const fresh = copy === 1 ? id : `${id} (${copy})`;
    return this.versions.has(fresh) ? this.freshId(id, copy + 1) : fresh;
  }

  /** Throws when there is no such record: callers have looked it up before. */
  change(id: string, changes: Partial<T>): T {
    const current = this.get(id);
    if (!current) throw new Error(`no record ${id}`);
    return this.put(id, { ...current, ...changes });
  }

  toJSON(): Record<string, T> {
    return Object.fromEntries([...this.versions.keys()].map((id) => [id, this.get(id) as T]));
  }
}
