import { condition } from '@temporalio/workflow';
import { newReturns, readReturned, type ReturnedMoney } from '../../domain/payout/returned-money';
import { evidenceOf, lineOf } from '../../domain/reconciliation/statement';
import { unlessRefused } from '../case/failures';
import { attempt } from '../case/steps';
import type { PayoutCase } from './payout-case';
import type { ReopenedCase } from './reopened-case';

/** A payout that is followed to its end, be it for the first time or once more. */
export type FollowedPayout = PayoutCase | ReopenedCase;

/** The money that came back from a payout: reports of it, and the returns that were confirmed. */
export class Returns {
  private told: readonly ReturnedMoney[] = [];
  private found: readonly ReturnedMoney[] = [];
  /** The findings that a person was asked about since attention began. */
  readonly raised = new Set<string>();
  private turn: Promise<unknown> = Promise.resolve();

  /** `settled`: the returns in the result of an earlier run. */
  constructor(readonly settled: readonly ReturnedMoney[] = []) {}

  tell(given: unknown): void {
    const returned = readReturned(given);
    if (returned) this.told = [...this.told, returned];
  }

  /** The confirmed returns, for the result. */
  get all(): readonly ReturnedMoney[] {
    return [...this.settled, ...this.found];
  }

  /** Waits for a report that has not been looked into. */
  async untilTold(): Promise<void> {
    await condition(() => this.told.length > 0);
  }

  /** Looks into the reports one by one. An event proves nothing: the account has to show the credit. */
  look(on: FollowedPayout): Promise<readonly ReturnedMoney[]> {
    const looked = this.turn.then(() => this.lookInto(on));
    this.turn = looked.catch(() => undefined);
    return looked;
  }

  private async lookInto(on: FollowedPayout): Promise<readonly ReturnedMoney[]> {
    while (this.told.length > 0) {
      const [told] = newReturns(this.told.slice(0, 1), on.payer, this.all);
      const shown = told?.source === 'event' ? await lookedUp(on, told) : told;
      if (shown) this.found = [...this.found, shown];
      this.told = this.told.slice(1);
    }
    return this.found;
  }
}

/** The credit that an event reports; `undefined` if the account does not show it. */
const lookedUp = (on: FollowedPayout, { accountNumber, uniqueRef }: ReturnedMoney) =>
  attempt(on, 'Looking up money that came back', async (): Promise<ReturnedMoney | undefined> => {
    const asked = { account_number: accountNumber, reference: uniqueRef };
    const shown = await unlessRefused(
      () => on.bank.routine.verifyTransaction(asked),
      () => undefined,
    );
    const isIt = shown?.success && shown.transaction.uniqueRef === uniqueRef;
    return isIt ? evidenceOf(lineOf(shown.transaction), accountNumber)[0] : undefined;
  });
