import type { OperationName } from '../bank/contract';
import { ScheduledTasks, type TaskName } from './time/scheduled-tasks';
import type { VirtualClock } from './time/clock';
import { CommittedLog, type Cause, type EffectName } from './committed-log';
import { Faults } from './faults';
import { iso, SECOND } from './time/instants';
import { Ledger } from './money/ledger';
import { Random } from './random';
import type {
  AccountRecord,
  ApplicationRecord,
  CustomerRecord,
  DocumentRecord,
  EventRecord,
  GuarantorRecord,
  LoanRecord,
  PayoutRecord,
  RepaymentRecord,
  WebhookSetting,
} from './records';
import type { Readings } from './readings/readings';
import { Rules } from './scenarios/rules';
import type { Settings } from './settings';
import { Table } from './table';

/** Everything the emulated bank knows, and what it runs on. It stands still between calls. */
export class BankState {
  /** The business instant (milliseconds) of what is happening now: of the call, or of the task that came due. */
  now: number;
  cause: Cause = 'time';

  readonly random: Random;
  readonly rules: Rules;
  readonly faults: Faults;
  readonly committed = new CommittedLog();
  readonly scheduledTasks = new ScheduledTasks();
  readonly ledger = new Ledger();
  /** Since when each operation has been read, where a reading makes replies unreadable. */
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
  /** Called with every event; with `again` for an event that the merchant asks to be delivered once more. */
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

  /** Notes an effect that has just happened. */
  commit(effect: EffectName, key: string, detail: { amountKobo?: number; note?: string } = {}): void {
    this.committed.append({ at: iso(this.now), operation: this.cause, effect, key, ...detail });
  }

  /** Schedules a task, so many business seconds from now. */
  after(seconds: number, task: TaskName, subject: string): void {
    this.scheduledTasks.add({ at: this.now + seconds * SECOND, task, subject });
  }

  private table<T extends object>(): Table<T> {
    return new Table<T>(() => this.now);
  }
}
