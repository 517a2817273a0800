import { cadences, nextWaitSeconds } from '../../domain/cadence';
import { businessNow, pollDelay } from '../../domain/clock';
import type { Command } from '../../domain/commands';
import type { LoanCommands } from '../../domain/loan-commands';
import { attempt, sendOnce, waitFor, within } from '../case/steps';
import { unlessSkipped, type LoanCase } from './loan-case';

type Guarantor = Command<LoanCommands, 'addGuarantor'>;

/** Invites the guarantor that somebody names, and waits until one has answered. */
export async function nameGuarantor(loan: LoanCase): Promise<void> {
  loan.file.enter('GUARANTOR');
  await unlessSkipped(() => waitFor(loan, 'GUARANTOR', () => untilAnswered(loan)));
}

async function untilAnswered(loan: LoanCase): Promise<void> {
  for (let invitedAt: number | undefined; ;) {
    const told = await within(untilNextLook(loan, invitedAt), () => loan.desk.ask('addGuarantor', 'skip'));
    if (told?.name === 'skip') return;
    if (told) await invite(loan, told);
    else if (await hasAnswered(loan)) return;
    invitedAt ??= now(loan);
  }
}

/** Real milliseconds; for ever while nobody is invited. */
function untilNextLook(loan: LoanCase, invitedAt: number | undefined): number {
  if (invitedAt === undefined) return Infinity;
  const waitedSeconds = (now(loan) - invitedAt) / 1000;
  return pollDelay(loan.file.clock, nextWaitSeconds(cadences.guarantor, waitedSeconds) * 1000);
}

const now = ({ file: { clock } }: LoanCase) => businessNow(clock, Date.now());

async function hasAnswered(loan: LoanCase): Promise<boolean> {
  const { applicationId, service } = loan;
  const guarantors = await attempt(loan, 'Looking whether the guarantor has answered', () =>
    service.routine.listGuarantors({ applicationId }),
  );
  return guarantors.some(({ submittedAt }) => submittedAt != null);
}

async function invite(loan: LoanCase, { firstName, lastName, phone, email }: Guarantor): Promise<void> {
  const { applicationId, service } = loan;
  const find = async () =>
    (await service.routine.listGuarantors({ applicationId })).find((invited) => invited.email === email);
  const send = () =>
    service.once.inviteGuarantor({ applicationId, first_name: firstName, last_name: lastName, phone, email });
  await attempt(loan, 'Inviting the guarantor', () => sendOnce(loan, { send, find }));
}
