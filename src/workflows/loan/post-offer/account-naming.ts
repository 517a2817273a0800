import type { TogetherAct } from '../../../domain/case/proof';

/** Who has said where the loan is paid into: they may not agree to the name in which that account is held. */
export class AccountNaming {
  makers: readonly string[] = [];
  /** The act by which it was said last; none where the start of the loan says it, or messages name their own actors. */
  proof: TogetherAct | undefined;

  namedBy(actor: string, proof: TogetherAct | undefined): void {
    this.makers = [...this.makers, actor];
    this.proof = proof;
  }
}
