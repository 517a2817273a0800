type Happening = (nowMs: number) => void;

/** What will happen, the earliest first: a binary heap. */
export class EventQueue {
  /** When the event happens that is under way. */
  nowMs = 0;
  private readonly entries: { readonly atMs: number; readonly happen: Happening }[] = [];

  add(atMs: number, happen: Happening): void {
    const { entries } = this;
    let index = entries.push({ atMs, happen }) - 1;
    for (let parent = (index - 1) >> 1; index > 0 && this.at(parent) > atMs; parent = (index - 1) >> 1) {
      this.swap(index, parent);
      index = parent;
    }
  }

  /** Lets everything happen until nothing is left, or until then. */
  runUntil(endMs: number): void {
    while (this.at(0) <= endMs) {
      const next = this.take();
      this.nowMs = next?.atMs ?? this.nowMs;
      next?.happen(this.nowMs);
    }
  }

  private take() {
    const { entries } = this;
    const first = entries[0];
    const last = entries.pop();
    if (last && entries.length > 0) {
      entries[0] = last;
      this.sink();
    }
    return first;
  }

  private sink() {
    for (let index = 0; ;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const child = this.at(right) < this.at(left) ? right : left;
      if (this.at(child) >= this.at(index)) return;
      this.swap(index, child);
      index = child;
    }
  }

  private at(index: number): number {
    return this.entries[index]?.atMs ?? Infinity;
  }

  private swap(one: number, other: number) {
    const { entries } = this;
    const held = entries[one];
    entries[one] = entries[other] as (typeof entries)[number];
    entries[other] = held as (typeof entries)[number];
  }
}
