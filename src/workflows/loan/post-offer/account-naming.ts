import type { TogetherAct } from '../../../domain/case/proof';

/** What of this a run hands over to the next one. */
export interface CarriedNaming {
  readonly makers: readonly string[];
  readonly proof?: TogetherAct;
}

/** Who has said where the loan is paid into: they may not agree to the name in which that account is held. */
export class AccountNaming {
  makers: readonly string[] = [];
  /** The act by which it was said last; none where the start of the loan says it, or messages name their own actors. */
  proof: TogetherAct | undefined;

  namedBy(actor: string, proof: TogetherAct | undefined): void {
    this.makers = [...this.makers, actor];
    this.proof = proof;
  }

  carry(): CarriedNaming {
    const { makers, proof } = this;
    return { makers, ...(proof && { proof }) };
  }

  takeOver({ makers, proof }: CarriedNaming): void {
    this.makers = makers;
    this.proof = proof;
  }
}
