import { operationNamed, type OperationName } from '../bank/contract';
import type { Evidence } from '../bank/contract/operation';
import type { Problem } from './replies/beyond-schema';

type Verdict = 'holds' | 'does not hold' | 'not reached';

/** What a run has to say about one row. */
export interface Finding {
  readonly name: OperationName;
  readonly method: string;
  readonly path: string;
  readonly evidence: Evidence;
  readonly verdict: Verdict;
  readonly problems: readonly Problem[];
  /** Lists that were empty in every reply, so that nothing is known of their items. */
  readonly unseen: readonly string[];
  /** Why a row was not reached. */
  readonly reason?: string;
}

/** Collects what the replies show, row by row. */
export class Findings {
  private readonly seen = new Map<OperationName, Pick<Finding, 'problems' | 'unseen'>>();
  private readonly reasons = new Map<OperationName, string>();

  /** A reply was judged. */
  answer(name: OperationName, problems: readonly Problem[], unseen: readonly string[]): void {
    const before = this.seen.get(name);
    this.seen.set(name, {
      problems: distinct([...(before?.problems ?? []), ...problems]),
      unseen: before ? before.unseen.filter((list) => unseen.includes(list)) : unseen,
    });
  }

  /** No reply could be had that says anything about the row. The first reason counts. */
  miss(name: OperationName, reason: string): void {
    if (!this.reasons.has(name)) this.reasons.set(name, reason);
  }

  of(name: OperationName): Finding {
    const { method, path, evidence } = operationNamed(name);
    const row = { name, method, path, evidence };
    const { problems, unseen } = this.seen.get(name) ?? { problems: [], unseen: [] };
    if (problems.length > 0) return { ...row, verdict: 'does not hold', problems, unseen };
    if (this.seen.has(name)) return { ...row, verdict: 'holds', problems, unseen };
    const reason = this.reasons.get(name) ?? 'nothing led to it';
    return { ...row, verdict: 'not reached', problems, unseen, reason };
  }
}

/** The items of a list and repeated requests tend to break in the same way: once is enough. */
const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((one) => [Object.values(one).join('\n'), one])).values(),
];
