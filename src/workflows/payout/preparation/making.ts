import type { Authorisation } from '../../../domain/case/authorisation';
import type { ProvenAct, TogetherAct } from '../../../domain/case/proof';
import type { Acts } from '../../case/commands/acts';

/** A person who had a part in a payout, with the act by which; without one where messages name their own actors. */
export interface MadeBy {
  readonly actor: string;
  readonly proof?: TogetherAct | undefined;
}

/** Who has changed a payout since it was begun, or vouched for the name of its account: they may not approve it. */
export class Making {
  private changes: readonly MadeBy[] = [];
  private vouchers: readonly MadeBy[] = [];
  private vouchedName: string | undefined;

  /** Whoever has vouched for a name before the change has not vouched for what it is now. */
  changedBy({ actor, proof }: MadeBy): void {
    this.changes = [...this.changes, { actor, proof }];
    this.vouchedName = undefined;
  }

  nameVouchedBy({ actor, proof }: MadeBy, accountName: string): void {
    this.vouchers = [...this.vouchers, { actor, proof }];
    this.vouchedName = accountName;
  }

  /** Whether a person has said, since the last change, that the account in this name is the beneficiary's. */
  isVouchedFor(accountName: string): boolean {
    return this.vouchedName === accountName;
  }

  get people(): readonly string[] {
    return [...this.changes, ...this.vouchers].map(({ actor }) => actor);
  }

  /** What proves that it may be sent; nothing where messages name their own actors. */
  authorisation(
    { beginning: start }: Pick<Acts, 'beginning'>,
    { proofs: approvals }: { readonly proofs: readonly ProvenAct[] },
    { policy, ofBatch }: Pick<Authorisation, 'policy' | 'ofBatch'>,
  ): Authorisation | undefined {
    const [changes, names] = [actsOf(this.changes), actsOf(this.vouchers)];
    return (
      start && { start, changes, names, approvals, ...(policy && { policy }), ...(ofBatch && { ofBatch }) }
    );
  }
}

const actsOf = (people: readonly MadeBy[]) => people.flatMap(({ proof }) => proof ?? []);
