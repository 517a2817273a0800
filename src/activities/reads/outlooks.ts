import { realDuration, type Clock } from '../../domain/clock';
import type { Client } from '../../service/client';
import type { RequestBudget } from '../../service/request-budget';
import { applicationSource, type ApplicationFact } from './application-facts';
import { Outlook } from './outlook';
import { payoutSource, type PayoutFact } from './payout-facts';
import { ReadPace } from './read-pace';
import type { Source } from './source';

/** What reads are planned with. */
export interface ReadTerms {
  readonly clock: Clock;
  /** Real milliseconds of one monotonic clock, that of the budget. */
  readonly now: () => number;
  /** Left out, reads are not spread over any window. */
  readonly budget?: RequestBudget | undefined;
}

/** Business seconds between two pages of one list, where calls are scarce. */
const PAGE_SPACING_SECONDS = 40;
/** Business seconds for which a list that showed nothing of what was awaited is left alone. */
const VAIN_PAUSE_SECONDS = 3_600;

type Read<Name extends keyof Client> = Awaited<ReturnType<Client[Name]>>;

/** Everything that is waited for by asking: one outlook for each kind, and for each account that pays out. */
export interface Outlooks {
  readonly pace: ReadPace;
  readonly kyc: Outlook<Read<'getKycStatus'>>;
  readonly bankStatements: Outlook<Read<'getBankStatementStatus'>>;
  readonly applications: Outlook<ApplicationFact>;
  readonly schedules: Outlook<Read<'getRepaymentSchedule'>>;
  readonly uptimes: Outlook<Read<'listBankUptime'>>;
  payoutsOf(accountNumber: string | undefined): Outlook<PayoutFact>;
}

export function createOutlooks(service: Client, { clock, now, budget }: ReadTerms): Outlooks {
  const pace = new ReadPace(budget, clock.rate, now);
  const timing = {
    spacingMs: () => realDuration(clock, PAGE_SPACING_SECONDS * 1_000) * pace.thrift,
    vainPauseMs: realDuration(clock, VAIN_PAUSE_SECONDS * 1_000),
  };
  const outlook = <F>(source: Source<F>) => new Outlook(source, pace, timing, now);
  const payouts = new Map<string | undefined, Outlook<PayoutFact>>();
  return {
    pace,
    kyc: outlook({
      kind: 'rest',
      single: (customerId, limits) => service.getKycStatus({ customerId }, limits),
    }),
    bankStatements: outlook({
      kind: 'rest',
      single: (applicationId, limits) => service.getBankStatementStatus({ applicationId }, limits),
    }),
    applications: outlook(applicationSource(service)),
    schedules: outlook({
      kind: 'rest',
      single: (loanId, limits) => service.getRepaymentSchedule({ loanId }, limits),
    }),
    uptimes: outlook({ kind: 'rest', single: (_bankCode, limits) => service.listBankUptime({}, limits) }),
    payoutsOf(accountNumber) {
      const known = payouts.get(accountNumber) ?? outlook(payoutSource(service, accountNumber));
      payouts.set(accountNumber, known);
      return known;
    },
  };
}
