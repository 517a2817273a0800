import {
  unmatchedMentions,
  withoutDebit,
  type Ledger,
  returnsIn,
  type Return,
} from '../../domain/reconciliation/ledger';
import { type OwnMovement, debitAndFee, type StatementLine } from '../../domain/reconciliation/statement';
import { reconcile, SETTLE_SECONDS, type Reconciliation } from '../../domain/reconciliation/matching';
import { reportOf, type Period, type ReconciliationReport } from '../../domain/reconciliation/report';
import type { CallLimits } from '../../bank/exchange';
import type { OwnLedger } from './ledger';
import { ifKnown, readLine, readStatement, type StatementSource } from './statement';

export interface ReconcilingDependencies {
  readonly statements: StatementSource;
  readonly ledger: OwnLedger;
  /** Reopens the case of a payout that came back, or tells one that is under way. @returns its reference */
  readonly reopen: (found: Return) => Promise<string | undefined>;
  /** The accounts of the settings; if empty, those that payouts were sent from lately. */
  readonly accounts: readonly string[];
}

/** The reconciliation of the payouts that ended in a period. */
export interface ReconciliationRequest extends Period {
  /** Only this account; otherwise the accounts of the settings and those that payouts were sent from. */
  readonly account?: string | undefined;
  /** The business instant at which it is compared. */
  readonly nowAt: string;
}

/** Payouts begin before they end: the statement is read from this long before the period. */
const REACH_BACK_MS = 6 * 3_600_000;

/** Beyond this many missing debits, pages of the statement take fewer calls than one question each. */
const ONE_BY_ONE_MAX = 20;

/** Compares our ledger with the statements; every difference is looked at a second time before it counts. */
export async function reconcileAccounts(
  deps: ReconcilingDependencies,
  request: ReconciliationRequest,
  limits: CallLimits = {},
): Promise<ReconciliationReport> {
  const { fromAt, toAt, account: only, nowAt } = request;
  const ours = await deps.ledger.endedBetween(fromAt, toAt);
  const accounts = only === undefined ? await accountsOf(deps, ours, toAt) : [only];
  const settledBefore = iso(Date.parse(nowAt) - SETTLE_SECONDS * 1_000);
  const named = only === undefined ? deps.accounts : [only];
  const comparison = new Comparison(deps, { fromAt, toAt, named }, limits);
  const found = [];
  for (const account of accounts)
    found.push({ account, found: await comparison.of({ account, ours, settledBefore }) });
  return reportOf({ fromAt, toAt }, found);
}

/** The accounts to compare, whatever was paid: money that nobody here has ordered may leave them. */
async function accountsOf(
  { accounts, ledger }: ReconcilingDependencies,
  ours: readonly OwnMovement[],
  toAt: string,
) {
  const named = accounts.length > 0 ? accounts : await ledger.accountsUntil(toAt);
  return [...new Set([...named, ...ours.flatMap(({ account }) => account ?? [])])].sort();
}

class Comparison {
  constructor(
    private readonly deps: ReconcilingDependencies,
    /** `named`: the accounts that people have named; the others are those of payouts. */
    private readonly period: Period & { readonly named: readonly string[] },
    private readonly limits: CallLimits,
  ) {}

  async of(ours: Omit<Ledger, 'lines'>): Promise<Reconciliation> {
    const ledger = await this.withDebits({ ...ours, period: this.period });
    const reopened = await this.reopened(returnsIn(ledger));
    const lacking = reconcile(ledger).differences.flatMap(({ reference }) => reference ?? []);
    const again = await this.lookUp([...new Set([...reopened, ...lacking])]);
    const isNew = ({ reference }: OwnMovement) => !again.some((other) => other.reference === reference);
    return reconcile({ ...ledger, ours: [...ledger.ours.filter(isNew), ...again] });
  }

  /** The ledger with its statement, and with the debits that stand further back than the statement is read. */
  private async withDebits(ours: Omit<Ledger, 'lines'>): Promise<Ledger> {
    let ledger = await this.withStatement(ours, iso(Date.parse(this.period.fromAt) - REACH_BACK_MS));
    const missing = withoutDebit(ledger);
    if (missing.length > ONE_BY_ONE_MAX) ledger = await this.withStatement(ours, this.earliestStart(missing));
    return { ...ledger, lines: [...ledger.lines, ...(await this.verified(ledger))] };
  }

  private async withStatement(ours: Omit<Ledger, 'lines'>, fromAt: string): Promise<Ledger> {
    const statement = readStatement(this.deps.statements, ours.account, fromAt, this.limits);
    const lines = await ifKnown(statement, this.period.named.includes(ours.account));
    const others = await this.lookUp(unmatchedMentions({ ...ours, lines }));
    return { ...ours, lines, ours: [...ours.ours, ...others] };
  }

  private earliestStart(movements: readonly OwnMovement[]): string {
    const starts = movements.map(({ startedAt = this.period.fromAt }) => startedAt);
    return starts.reduce((earliest, start) => (start < earliest ? start : earliest), this.period.fromAt);
  }

  /** The debits that the statement does not show even so, asked for one by one. */
  private async verified(ledger: Ledger): Promise<StatementLine[]> {
    const references = withoutDebit(ledger).flatMap(({ uniqueRef, feeKobo = 0 }) =>
      uniqueRef === undefined ? [] : debitAndFee(uniqueRef, feeKobo),
    );
    const lines = [];
    for (const reference of references)
      lines.push(await readLine(this.deps.statements, ledger.account, reference, this.limits));
    return lines.filter((line) => line !== undefined);
  }

  private async lookUp(references: readonly string[]): Promise<OwnMovement[]> {
    return (await this.deps.ledger.named(references)).map((own) => asOf(this.period.toAt, own));
  }

  /** Opens a case for each payout that came back after it was paid. @returns those that have one now */
  private async reopened(returns: readonly Return[]): Promise<string[]> {
    const references = [];
    for (const each of returns) references.push((await this.deps.reopen(each)) ?? []);
    return references.flat();
  }
}

/** A movement that ended later was on its way then: it is compared in the period in which it ended. */
const asOf = (toAt: string, own: OwnMovement): OwnMovement =>
  (own.endedAt ?? '') >= toAt ? { ...own, status: 'RUNNING' } : own;

const iso = (atMs: number) => new Date(atMs).toISOString();
