import type { BankClient } from '../../../src/bank/client';
import { RateLimitedError } from '../../../src/bank/errors';
import type { CallLimits } from '../../../src/bank/exchange';
import { RateLimiter } from 'fixed-window-limiter';
import type { OperationName } from '../../../src/bank/contract';
import { randomFrom } from '../random';
import { remarkOf } from '../../../src/domain/money/remarks';

const FEE_KOBO = 1_000;
export const ACCOUNT = '9000000001';

interface SentPayout {
  readonly reference: string;
  readonly amountKobo: number;
  readonly settlesAtMs: number;
}

interface SentApplication {
  readonly applicationId: string;
  readonly decidedAtMs: number;
}

/** A bank in virtual time with the real window: one fixed window for everything, and the real rate limiter. */
export class VirtualBank {
  nowMs = 0;
  readonly random: () => number;
  readonly limiter: RateLimiter;
  readonly calls: Partial<Record<OperationName, number>> = {};
  refused = 0;
  /** Calls in each window, in order. */
  readonly usedOfWindows: number[] = [];
  private windowEndMs = -Infinity;
  private readonly payouts: SentPayout[] = [];
  private readonly applications: SentApplication[] = [];
  private readonly verifiedAtMs = new Map<string, number>();
  private readonly byReference = new Map<string, SentPayout>();

  constructor(
    seed: number,
    readonly limit = 100,
    readonly windowMs = 900_000,
  ) {
    this.random = randomFrom(seed);
    this.limiter = new RateLimiter({
      policy: { limit, windowMs },
      random: this.random,
      now: () => this.nowMs,
    });
  }

  get callsInAll(): number {
    return Object.values(this.calls).reduce((sum, calls) => sum + calls, 0);
  }

  /** Sends a payout if the limiter allows; otherwise tells how long to wait. */
  send(payout: SentPayout): number {
    const admission = this.limiter.admit('urgent');
    if (!admission.admitted) return Math.max(1, admission.waitMs);
    this.answer('createPayout', admission.permit);
    this.payouts.push(payout);
    this.byReference.set(payout.reference, payout);
    return 0;
  }

  apply(application: SentApplication): void {
    this.applications.push(application);
  }

  verify(customerId: string, atMs: number): void {
    this.verifiedAtMs.set(customerId, atMs);
  }

  readonly client = {
    getPayoutStatus: async ({ reference }: { reference: string }, limits: CallLimits) => {
      this.call('getPayoutStatus', limits);
      const { amountKobo, settlesAtMs } = this.byReference.get(reference) as SentPayout;
      const status = settlesAtMs <= this.nowMs ? 'SUCCESS' : 'PENDING';
      const beneficiary = { bankCode: '901', accountNumber: ACCOUNT };
      return { status, message: '', amount: amountKobo, fee: FEE_KOBO, uniqueRef: reference, beneficiary };
    },
    listTransactions: async ({ page = 1, limit = 10 }, limits: CallLimits) => {
      this.call('listTransactions', limits);
      const newestFirst = this.payouts.slice(-(page * limit)).flatMap((payout) => this.rowsOf(payout));
      const transactions = newestFirst.reverse().slice((page - 1) * limit, page * limit);
      return { transactions, last: page * limit >= 2 * this.payouts.length };
    },
    getLoanApplication: async ({ applicationId }: { applicationId: string }, limits: CallLimits) => {
      this.call('getLoanApplication', limits);
      return this.shown(
        this.applications.find((each) => each.applicationId === applicationId) as SentApplication,
      );
    },
    listLoanApplications: async ({ page = 1, limit = 20 }, limits: CallLimits) => {
      this.call('listLoanApplications', limits);
      const newestFirst = [...this.applications].reverse();
      const data = newestFirst.slice((page - 1) * limit, page * limit).map((each) => this.shown(each));
      return { data, pagination: { page, limit, pages: Math.ceil(newestFirst.length / limit) } };
    },
    getKycStatus: async ({ customerId }: { customerId: string }, limits: CallLimits) => {
      this.call('getKycStatus', limits);
      return { kyc_status: (this.verifiedAtMs.get(customerId) ?? 0) <= this.nowMs ? 'VERIFIED' : 'PENDING' };
    },
  } as unknown as BankClient;

  private shown({ applicationId, decidedAtMs }: SentApplication) {
    const status = decidedAtMs <= this.nowMs ? 'HAS_OFFER' : 'PENDING';
    return { application_id: applicationId, status };
  }

  private rowsOf({ reference, amountKobo, settlesAtMs }: SentPayout) {
    const common = {
      wasReversed: false,
      transactionType: 'DEBIT',
      uniqueRef: reference,
      externalStatus: settlesAtMs <= this.nowMs ? 'SUCCESS' : 'PENDING',
    };
    const remark = remarkOf(reference, 'salary');
    return [
      { ...common, amount: amountKobo, description: remark },
      { ...common, amount: FEE_KOBO, description: `Charge for ${remark}` },
    ];
  }

  private call(name: OperationName, { urgency }: CallLimits): void {
    const admission = this.limiter.admit(urgency);
    if (!admission.admitted) throw new RateLimitedError(name, admission.waitMs, 'rate limiter');
    this.answer(name, admission.permit);
  }

  private answer(name: OperationName, permit: Parameters<RateLimiter['complete']>[0]): void {
    if (this.nowMs >= this.windowEndMs) {
      this.windowEndMs = this.nowMs + this.windowMs;
      this.usedOfWindows.push(0);
    }
    const used = (this.usedOfWindows.pop() ?? 0) + 1;
    this.usedOfWindows.push(used);
    this.calls[name] = (this.calls[name] ?? 0) + 1;
    const refused = used > this.limit;
    if (refused) this.refused += 1;
    const resetMs = Math.ceil((this.windowEndMs - this.nowMs) / 1_000) * 1_000;
    const remaining = Math.max(0, this.limit - used);
    const notice = { policies: [{ limit: this.limit, windowMs: this.windowMs, remaining, resetMs }] };
    this.limiter.complete(permit, { came: 'reply', refused, notice });
  }
}

/** Timers of a clock that stands still: what waits for nothing but its turn happens, the rest never does. */
export function nowOrNever(delayMs: number, act: () => void): () => void {
  if (delayMs === 0) queueMicrotask(act);
  return () => undefined;
}
