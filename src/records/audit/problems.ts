import type { AuditKeys } from './keys';
import type { ReadEntry } from './read';
import { BEFORE_THE_FIRST, digestOf, hashOf, isWhole } from './row';
import type { AuditHead } from '../../domain/case/audit';

/** A problem found in the audit, as a sentence. */
export interface AuditProblem {
  readonly caseId?: string;
  readonly sequence?: number;
  readonly problem: string;
}

/** A signed head to compare a case with, and the source that vouches for it. */
export interface ExpectedHead extends AuditHead {
  readonly source: string;
}

/** Checks the entries of one case, oldest first. */
export class ChainCheck {
  private last: AuditHead & { readonly position: number } = { ...BEFORE_THE_FIRST, position: 0 };
  private readonly found: AuditProblem[] = [];
  private missingDetails: number[] = [];

  constructor(
    private readonly caseId: string,
    private readonly keys: AuditKeys,
    private readonly expected: readonly ExpectedHead[],
    /** The signer should have signed every entry up to this position. */
    private readonly signedPosition: number,
  ) {}

  next(entry: ReadEntry): void {
    for (const problem of this.problemsOf(entry))
      this.found.push({ caseId: this.caseId, sequence: entry.sequence, problem });
    if (!entry.detail && entry.detail_digest !== null) this.missingDetails.push(entry.sequence);
    // An erasure signed by a holder of the keys explains details missing before it, not after it.
    if (entry.kind === 'erasure' && isWhole(entry, this.keys)) this.missingDetails = [];
    this.last = { sequence: entry.sequence, hash: entry.hash, position: entry.position };
  }

  end(): AuditProblem[] {
    const beyond = this.expected.filter(({ sequence }) => sequence > this.last.sequence);
    const removed = beyond.map(({ sequence, source }) => ({
      caseId: this.caseId,
      sequence,
      problem: `entries after ${this.last.sequence} were removed: ${source} has ${sequence}`,
    }));
    const missing = this.missingDetails.map((sequence) => ({
      caseId: this.caseId,
      sequence,
      problem: 'its detail is missing and no erasure entry explains why',
    }));
    return [...this.found, ...missing, ...removed];
  }

  private problemsOf(entry: ReadEntry): string[] {
    const { sequence, hash, position } = this.last;
    const signedHead = this.expected.filter(
      (head) => head.sequence === entry.sequence && head.hash !== entry.hash,
    );
    const isUnsigned =
      entry.position <= this.signedPosition && this.expected.every((head) => head.sequence < entry.sequence);
    return [
      ...(entry.sequence === sequence + 1
        ? []
        : [`entries ${sequence + 1} to ${entry.sequence - 1} are missing`]),
      ...(entry.previous_hash === hash ? [] : ['it does not continue the entry before it']),
      ...(entry.hash === hashOf(entry) ? [] : ['it was altered: its hash does not fit']),
      ...(this.keys.verifies(entry) ? [] : ['no key of the audit has signed it']),
      ...(entry.position > position ? [] : ['it was moved before the entry before it']),
      ...(!entry.detail || digestOf(entry.detail) === entry.detail_digest ? [] : ['its detail was altered']),
      ...(entry.kind === 'gap' ? [`${entry.what}: entries were lost before it`] : []),
      ...signedHead.map(({ source }) => `it is not the entry that ${source} has`),
      ...(isUnsigned ? ['it was inserted: the signer has not seen it in its place'] : []),
    ];
  }
}
