/** Books that are not accounts of the bank, as origin or destination of money. */
export const BOOKS = {
  outside: 'outside',
  transit: 'in transit',
  charges: 'charges',
  lending: 'lending',
} as const;

/** A transfer of money from one account or book to another, in kobo. */
export interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly amountKobo: number;
  readonly category: 'FUNDING' | 'TRANSFER' | 'CHARGE' | 'LEVY' | 'REVERSAL' | 'LOAN' | 'REPAYMENT';
  readonly description: string;
  readonly uniqueRef: string;
  /** The payout that it belongs to. */
  readonly payoutId?: string;
}

/** A completed transfer: its place in the ledger, its time, and the balances after it. */
export interface Movement extends Transfer {
  readonly seq: number;
  readonly at: number;
  readonly balances: { readonly from: number; readonly to: number };
}

/** All movements of money. Every debit is also a credit, so all balances together are always zero. */
export class Ledger {
  private readonly movements: Movement[] = [];
  private readonly byAccount = new Map<string, Movement[]>();
  private readonly balances = new Map<string, number>();

  move(transfer: Transfer, at: number): Movement {
    const balances = {
      from: this.add(transfer.from, -transfer.amountKobo),
      to: this.add(transfer.to, transfer.amountKobo),
    };
    const movement = { ...transfer, seq: this.movements.length + 1, at, balances };
    this.movements.push(movement);
    for (const account of [transfer.from, transfer.to]) this.list(account).push(movement);
    return movement;
  }

  /** The balance of an account at an instant, in kobo. */
  balanceOf(account: string, asOf = Infinity): number {
    if (asOf === Infinity) return this.balances.get(account) ?? 0;
    const last = this.list(account).findLast((movement) => movement.at <= asOf);
    return last === undefined ? 0 : balanceAfter(last, account);
  }

  /** The movements of an account up to an instant, oldest first. */
  movementsOf(account: string, asOf = Infinity): Movement[] {
    return this.list(account).filter((movement) => movement.at <= asOf);
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries(this.balances);
  }

  private add(account: string, amountKobo: number): number {
    const balance = (this.balances.get(account) ?? 0) + amountKobo;
    this.balances.set(account, balance);
    return balance;
  }

  private list(account: string): Movement[] {
    const known = this.byAccount.get(account) ?? [];
    this.byAccount.set(account, known);
    return known;
  }
}

/** The balance of one of the two sides right after a movement. */
export const balanceAfter = (movement: Movement, account: string): number =>
  movement.from === account ? movement.balances.from : movement.balances.to;
