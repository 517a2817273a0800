import type { OperationName, Contract } from '../src/bank/contract';
import { ScheduledTasks, type TaskName } from './time/scheduled-tasks';
import { type VirtualClock, iso, SECOND } from './time/clock';
import { CommittedLog, type Cause, type EffectName } from './committed-log';
import { Faults } from './faults';
import { Ledger } from './money/ledger';
import { Random } from './random';
import type { Readings } from './readings/readings';
import { Rules } from './scenarios/rules';
import type { Settings } from './settings';
import type { Data } from '../src/bank/contract/operation';
import type { ParsedInput } from './operations/handler';
import type { Course } from './scenarios/courses';

/** The state of the emulated bank, with its clock, rules and faults. It stands still between calls. */
export class BankState {
  /** The business instant (milliseconds) of the current call, or of the task that came due. */
  now: number;
  cause: Cause = 'time';

  readonly random: Random;
  readonly rules: Rules;
  readonly faults: Faults;
  readonly committed = new CommittedLog();
  readonly scheduledTasks = new ScheduledTasks();
  readonly ledger = new Ledger();
  /** When each operation was first read, for readings that make replies unreadable. */
  readonly firstReads = new Map<OperationName, number>();

  readonly customers = this.table<CustomerRecord>();
  readonly accounts = this.table<AccountRecord>();
  readonly payouts = this.table<PayoutRecord>();
  readonly applications = this.table<ApplicationRecord>();
  readonly documents = this.table<DocumentRecord>();
  readonly guarantors = this.table<GuarantorRecord>();
  readonly loans = this.table<LoanRecord>();
  readonly repayments = this.table<RepaymentRecord>();
  readonly events = this.table<EventRecord>();
  /** Called with every event; with `again` for an event that the merchant wants delivered once more. */
  announce: (event: EventRecord, again?: 'again') => void = () => undefined;
  webhook: WebhookSetting = { url: null, signature_secret: null, status: 'INACTIVE', mode: 'sandbox' };

  constructor(
    readonly settings: Settings,
    readonly clock: VirtualClock,
    readonly readings: Readings,
  ) {
    this.now = clock.now();
    this.random = new Random(settings.seed);
    this.rules = new Rules(settings.rules);
    this.faults = new Faults(settings.faults, new Random(`${settings.seed}:faults`));
  }

  /** Records an effect that has just happened. */
  commit(effect: EffectName, key: string, detail: { amountKobo?: number; note?: string } = {}): void {
    this.committed.append({ at: iso(this.now), operation: this.cause, effect, key, ...detail });
  }

  /** Schedules a task `seconds` business seconds from now. */
  after(seconds: number, task: TaskName, subject: string): void {
    this.scheduledTasks.add({ at: this.now + seconds * SECOND, task, subject });
  }

  private table<T extends object>(): Table<T> {
    return new Table<T>(() => this.now);
  }
}

/** A customer with their lending record. Instants are business milliseconds since the epoch. */
export interface CustomerRecord {
  readonly profile: Data<Contract['getCustomer']>;
  readonly lending?: LendingRecord;
}

export interface LendingRecord {
  readonly enrolledAt: number;
  readonly kycStatus: string;
  readonly kycRunning?: Course<'kyc'> | undefined;
  readonly kycStarts: number;
  readonly verifiedAt?: number;
  readonly rejectionReason?: string | undefined;
}

export interface AccountRecord {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly isStatic: boolean;
  readonly customerId?: string | undefined;
  readonly locked: boolean;
  readonly perTransactionNaira?: number | undefined;
  readonly dailyNaira?: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

type Beneficiary = ParsedInput<Contract['createPayout']>['beneficiary'];

export interface PayoutRecord {
  /** The reference; a second payout under the same one (duplicate check off) gets a suffix. */
  readonly id: string;
  readonly kind: 'payout' | 'flush';
  readonly reference: string;
  readonly source: string;
  readonly beneficiary: Beneficiary;
  readonly amountKobo: number;
  readonly feeKobo: number;
  /** The stamp duty that the sender pays. */
  readonly dutyKobo: number;
  readonly remark: string;
  readonly status: string;
  readonly message: string;
  readonly uniqueRef: string;
  readonly paymentReference: string;
  readonly course: Course<'payout'>;
  /** Set once amount, fee and duty have been returned. */
  readonly returned?: boolean;
  readonly createdAt: number;
}

export interface OfferRecord {
  readonly id: string;
  readonly amountKobo: number;
  readonly months: number;
  readonly status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'EXPIRED';
  readonly madeAt: number;
  readonly expiresAt: number;
}

export interface ApplicationRecord {
  readonly id: string;
  readonly request: ParsedInput<Contract['applyForLoan']>;
  readonly course: Course<'loan'>;
  readonly borrower: Course<'borrower'>;
  readonly status: string;
  readonly offerStatus: string | null;
  readonly registrationNumber?: string;
  readonly underwriting?: Omit<ParsedInput<Contract['submitUnderwriting']>, 'applicationId'>;
  readonly bankStatement?: { readonly requestId: string; readonly status: string };
  readonly bankStatementRequests: number;
  readonly offer?: OfferRecord;
  readonly declineReasons: readonly string[];
  readonly disbursementAccount?: { readonly account_number: string; readonly bank_code: string };
  readonly termsAgreed: boolean;
  readonly boardResolution?: { readonly url: string; readonly review: 'PENDING' | 'PASSED' | 'FAILED' };
  readonly boardResolutionReviews: number;
  readonly postOfferKycAt?: number | undefined;
  readonly loanId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface DocumentRecord {
  readonly url: string;
  readonly applicationId: string;
  readonly tag: string;
  readonly filename: string;
  readonly sha256: string;
}

export interface GuarantorRecord {
  readonly id: string;
  readonly applicationId: string;
  readonly person: Omit<ParsedInput<Contract['inviteGuarantor']>, 'applicationId'>;
  readonly inviteSentAt: number;
  readonly submittedAt?: number;
}

/** The amount due on a date, in kobo. */
export interface Instalment {
  readonly dueOn: string;
  readonly principalKobo: number;
  readonly interestKobo: number;
}

export interface LoanRecord {
  readonly id: string;
  readonly applicationId: string;
  readonly customerId: string;
  readonly instalments: readonly Instalment[];
  /** Everything repaid so far; what it covers follows from the schedule. */
  readonly paidKobo: number;
  readonly disbursedAt: number;
}

export interface RepaymentRecord {
  readonly loanId: string;
  readonly reference: string;
  readonly amountKobo: number;
  readonly reply: Data<Contract['chargeRepayment']>;
  /** The final status of a charge that was not taken at once. */
  readonly settlesAs?: 'SUCCESS' | 'FAILED';
  /** Whether it settles at the loan's next charge. */
  readonly awaitsNext?: boolean;
}

export type EventRecord = Data<Contract['listWebhookEvents']>['data'][number];
export type WebhookSetting = Data<Contract['getWebhook']>;

/**
 * Records by id, with all their versions, so that a read may be answered as of an earlier instant (a stale replica).
 * Records are never changed in place.
 */
class Table<T extends object> {
  private readonly versions = new Map<string, readonly { readonly at: number; readonly value: T }[]>();

  constructor(private readonly now: () => number) {}

  /** The record as it was at an instant (milliseconds); the latest without one. */
  get(id: string, asOf = Infinity): T | undefined {
    return this.versions.get(id)?.findLast((version) => version.at <= asOf)?.value;
  }

  /** All records that existed at an instant, oldest first. */
  all(asOf = Infinity): T[] {
    return [...this.versions.keys()].flatMap((id) => this.get(id, asOf) ?? []);
  }

  put(id: string, value: T): T {
    const earlier = this.versions.get(id) ?? [];
    this.versions.set(id, [...earlier, { at: this.now(), value }]);
    return value;
  }

  /** The id, with a number behind it if a record has the id already. */
  freshId(id: string, copy = 1): string {
    const fresh = copy === 1 ? id : `${id} (${copy})`;
    return this.versions.has(fresh) ? this.freshId(id, copy + 1) : fresh;
  }

  /** Changes a record, which must exist: callers have looked it up before. @throws Error otherwise */
  change(id: string, changes: Partial<T>): T {
    const current = this.get(id);
    if (!current) throw new Error(`no record ${id}`);
    return this.put(id, { ...current, ...changes });
  }

  toJSON(): Record<string, T> {
    return Object.fromEntries([...this.versions.keys()].map((id) => [id, this.get(id) as T]));
  }
}
