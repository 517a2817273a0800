import { operationNamed, type OperationName } from '../../bank/contract';
import type { ReadingName } from '../../bank/contract/readings';
import type { BankState } from '../bank-state';
import { SECOND } from '../time/instants';

const UNREADABLE_MS = 180 * SECOND;

/** The one operation that can never be read where one cannot. */
const NEVER_READABLE: OperationName = 'getPayoutStatus';

/** Since when an operation has been read, and what time it is, in business milliseconds. */
interface Read {
  readonly operation: OperationName;
  readonly firstAt: number | undefined;
  readonly now: number;
}

const unreadable: Record<ReadingName<'unreadableReply'>, (read: Read) => boolean> = {
  never: () => false,
  once: ({ firstAt }) => firstAt === undefined,
  minutes: ({ firstAt, now }) => now < (firstAt ?? now) + UNREADABLE_MS,
  always: ({ operation }) => operation === NEVER_READABLE,
};

/** Whether the reply of a read cannot be read, which may be so from the first read of an operation on. */
export function isUnreadable(state: BankState, operation: OperationName): boolean {
  const reading = state.readings.of('unreadableReply');
  if (reading === 'never' || operationNamed(operation).effect !== 'none') return false;
  const firstAt = state.firstReads.get(operation);
  state.firstReads.set(operation, firstAt ?? state.now);
  const isNow = unreadable[reading]({ operation, firstAt, now: state.now });
  if (isNow) state.readings.meet('unreadableReply');
  return isNow;
}
