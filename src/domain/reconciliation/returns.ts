import type { ReturnedMoney } from '../payout/returned';
import { grouped, type Ledger } from './ledger';
import { evidenceOf, isCredit } from './statement';

/** Money of one payout that came back, with every reference that may be the payout's. */
export interface Return {
  readonly references: readonly string[];
  readonly evidence: readonly ReturnedMoney[];
}

/**
 * The returns that an account's statement shows: credits of our payouts, and debits that the bank has marked since, as
 * old as they may be. Whether such an older payout had ended as paid is not known here.
 */
export function returnsIn(ledger: Ledger): Return[] {
  const { groups } = grouped(ledger);
  const seen = new Set([...groups.values()].flat().map(({ line }) => line));
  const others = ledger.lines.filter((line) => !seen.has(line) && line.wasReversed && !isCredit(line));
  return [
    ...[...groups]
      .filter(([{ status }]) => status === 'SUCCESS' || status === 'RUNNING')
      .map(([own, lines]) => ({
        references: [own.reference],
        evidence: lines.flatMap(({ line }) => evidenceOf(line, ledger.account)),
      })),
    ...others.map((line) => ({
      references: line.mentions ?? [],
      evidence: evidenceOf(line, ledger.account),
    })),
  ].filter(({ evidence }) => evidence.length > 0);
}
