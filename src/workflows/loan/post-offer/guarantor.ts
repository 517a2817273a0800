import { cadences, nextWaitSeconds } from '../../../domain/time/cadence';
import { businessNow, pollDelay } from '../../../domain/time/clock';
import type { Command } from '../../../domain/case/commands';
import type { LoanCommands } from '../../../domain/loan/commands';
import { sendOnce, unlessItStands } from '../../case/send-once';
import { attempt, waitFor, within, type Steerable } from '../../case/steps';
import type { LoanCase } from '../loan-case';

type Guarantor = Command<LoanCommands, 'addGuarantor'>;

/** Invites the guarantor that the borrower names, or has named, and waits until one has answered. */
export async function nameGuarantor(loan: LoanCase, applicationId: string, given?: Guarantor): Promise<void> {
  loan.enter('GUARANTOR');
  await loan.optionalStep.run(() =>
    waitFor(loan, 'GUARANTOR', () => untilAnswered(loan, applicationId, given)),
  );
}

async function untilAnswered(loan: LoanCase, applicationId: string, given?: Guarantor): Promise<void> {
  let named: Guarantor | undefined = given ?? (await loan.optionalStep.ask('addGuarantor'));
  while (named) {
    const invitedId = await invite(loan, applicationId, named);
    named = await replacement(loan, applicationId, invitedId);
  }
}

/** The guarantor who is named instead of the invited one; `undefined` once the invited one has answered. */
async function replacement(
  loan: LoanCase,
  applicationId: string,
  invitedId: string,
): Promise<Guarantor | undefined> {
  const invitedAt = now(loan);
  for (;;) {
    const another = await within(untilNextLook(loan, invitedAt), () => loan.optionalStep.ask('addGuarantor'));
    if (another) return another;
    if (await hasAnswered(loan, applicationId, invitedId)) return undefined;
  }
}

/** Real milliseconds. */
function untilNextLook(loan: LoanCase, invitedAt: number): number {
  const waitedSeconds = (now(loan) - invitedAt) / 1000;
  return pollDelay(loan.clock, nextWaitSeconds(cadences.guarantor, waitedSeconds) * 1000);
}

const now = ({ clock }: LoanCase) => businessNow(clock, Date.now());

/** The answer of a guarantor who was invited earlier says nothing about this one. */
async function hasAnswered(loan: LoanCase, applicationId: string, invitedId: string): Promise<boolean> {
  const guarantors = await attempt(loan, 'Looking whether the guarantor has answered', () =>
    loan.bank.routine.listGuarantors({ applicationId }),
  );
  const invited = guarantors.find(({ id }) => id === invitedId);
  return Boolean(invited?.submittedAt) || invited?.status === 'SUBMITTED';
}

/** Invites a guarantor, or another one named when the bank refuses. @returns the bank's invitation id */
async function invite(loan: LoanCase, applicationId: string, named: Guarantor): Promise<string> {
  let guarantor = named;
  const asking: Steerable = {
    owner: loan,
    remedies: ['retry', 'addGuarantor', 'skip', 'withdraw'],
    async askForRetry() {
      const answer = await loan.optionalStep.ask('retry', 'addGuarantor');
      if (answer.name === 'addGuarantor') guarantor = answer;
    },
  };
  return attempt(asking, 'Inviting the guarantor', () =>
    sendInvitation(asking, loan, applicationId, guarantor),
  );
}

async function sendInvitation(
  on: Steerable,
  { bank }: LoanCase,
  applicationId: string,
  { firstName, lastName, phone, email }: Guarantor,
): Promise<string> {
  const find = async () =>
    (await bank.routine.listGuarantors({ applicationId })).find((invited) => invited.email === email);
  const send = () =>
    bank.once.inviteGuarantor({ applicationId, first_name: firstName, last_name: lastName, phone, email });
  return (await unlessItStands(() => sendOnce(on, { send, find }), find)).id;
}
