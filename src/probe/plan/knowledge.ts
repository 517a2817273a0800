import { givesOf, needsOf, type Fact, type Facts, type Known, type Step } from './step';
import { valueAt } from '../replies/nodes';

/** What a run has found out so far, and why it does not know the rest. */
export class Knowledge {
  private readonly learned: Partial<Record<Fact, string>> = {};
  private readonly absent = new Map<Fact, string>();

  constructor(
    /** Known before the first request; no reply changes it. */
    private readonly given: Facts,
    /** Stands in for what no reply gives. */
    private readonly otherwise: Facts,
  ) {}

  /** Why a step cannot be taken yet, if it cannot. */
  missingBefore(step: Step): string | undefined {
    const missing = needsOf(step).find((fact) => this.all[fact] === undefined);
    return missing && (this.absent.get(missing) ?? `nothing gave ${missing}`);
  }

  inputOf(step: Step): object {
    return step.input(this.all as Known);
  }

  /** Takes what a step provides from its input and the body of its reply. */
  learn({ row, learns = {} }: Step, input: object, body: unknown): void {
    const source = { ...(body as object), input };
    for (const [fact, path] of Object.entries(learns)) {
      const value = valueAt(source, path.split('.'));
      if (typeof value === 'string' && value !== '') this.learned[fact as Fact] = value;
      else this.absent.set(fact as Fact, `${row} gave no ${path}`);
    }
  }

  /** A step did not come to its end: what it would have given stays unknown. */
  miss(step: Step, why: string): void {
    for (const fact of givesOf(step)) this.absent.set(fact, `${step.row}: ${why}`);
  }

  private get all(): Facts {
    return { ...this.otherwise, ...this.learned, ...this.given };
  }
}
