import type { Candidate, KeeperRow, SeenKeeper } from '../../../src/records/keeper-row';

interface Kept extends Omit<SeenKeeper, 'quietMs'> {
  readonly spentMs: number;
}

/** The row as PostgreSQL keeps it, without one: `test/keeper/row.test.ts` holds both to the same behaviour. */
export class RowInMemory implements KeeperRow {
  private kept: Kept | undefined;

  look = async (): Promise<SeenKeeper | undefined> => this.kept && { ...this.kept, quietMs: 0 };

  async take({ holder, worker, settings }: Candidate, seen: SeenKeeper | undefined) {
    const { fence = 0, beat = 0, spentMs = 0 } = this.kept ?? {};
    if (fence !== (seen?.fence ?? 0) || beat !== (seen?.beat ?? 0)) return undefined;
    this.kept = { holder, worker, settings, fence: fence + 1, beat: beat + 1, spentMs };
    return { fence: fence + 1, spentMs };
  }

  async renew(holder: string, fence: number, spentMs: number) {
    return this.change(holder, fence, { spentMs });
  }

  async release(holder: string, fence: number, spentMs: number) {
    this.change(holder, fence, { spentMs, holder: undefined });
  }

  private change(holder: string, fence: number, change: Partial<Kept>): boolean {
    const { kept } = this;
    if (kept?.holder !== holder || kept.fence !== fence) return false;
    this.kept = { ...kept, beat: kept.beat + 1, ...change };
    return true;
  }
}
