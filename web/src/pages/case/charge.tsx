import { useQuery } from '@tanstack/react-query';
import type { CasePage } from '../../../../src/desk/contract';
import { chargesIn } from '../../../../src/domain/repayment/charge';
import { CHARGED_ACCOUNT } from '../../../../src/domain/repayment/instalments';
import { lagosDayOf } from '../../../../src/domain/time/lagos-days';
import { statementQuery } from '../../api/queries';
import { nairaText } from '../../format/money';
import { Pair, Pairs } from '../../parts/facts';
import { ShortInstant, useCaseNow } from '../../parts/instant';

/** Others may charge it while the form is open. */
const EVERY_MS = 2_000;

/** Who is charged, how much is due by now, from which account, and what was charged before. */
export function AboutCharge({ shown: { name, reference, timeline } }: { readonly shown: CasePage }) {
  const { data } = useQuery({ ...statementQuery(reference), refetchInterval: EVERY_MS });
  const nowMs = useCaseNow();
  const due =
    nowMs === undefined
      ? undefined
      : data?.instalments.filter(({ dueOn, owedKobo }) => owedKobo > 0 && dueOn <= lagosDayOf(nowMs));
  const dueKobo = due?.reduce((sum, { owedKobo }) => sum + owedKobo, 0);
  const [oldest] = due ?? [];
  return (
    <section aria-label="What is charged" className="card">
      <Pairs>
        <Pair name="Borrower">{name ?? reference}</Pair>
        <Pair name="Due by now">
          {dueKobo === undefined ? 'not known at the moment' : nairaText(dueKobo)}
        </Pair>
        {oldest && due && due.length > 1 && (
          <Pair name="Of that, the oldest instalment">{nairaText(oldest.owedKobo)}</Pair>
        )}
        <Pair name="Charged account">{CHARGED_ACCOUNT}</Pair>
        {chargesIn(timeline).map(({ at, what }) => (
          <Pair key={at} name="Charged before">
            {what} (<ShortInstant at={at} isWithYear />)
          </Pair>
        ))}
      </Pairs>
    </section>
  );
}
