import type { BankState } from '../../sandbox/bank-state';
import type { Followed } from './followed';
import { HELP_MAX, helpFor, type Said } from './people';

/** Commands in a row, before time passes. */
const IN_A_ROW = 4;

/** A cooperative operator does what a case asks for now. A payout that had ended may have been opened again. */
export async function help(one: Followed, bank: BankState, requestId: () => string): Promise<void> {
  for (let times = 0; times < IN_A_ROW && !one.isStopped; times++) {
    const now = await one.look();
    const words = now && !now.ended ? helpFor(now, bank, one.times) : undefined;
    if (!words || one.helped > HELP_MAX) return;
    one.help.set(words.command, one.times(words.command) + 1);
    await one.tell(words, requestId());
    if (isPatient(words)) return;
  }
}

/** What needs time before the case is asked again. */
const isPatient = ({ command }: Said) => ['retry', 'compareAgain'].includes(command);
