import type { Client } from '@temporalio/client';
import type { CaseFile } from '../src/domain/case-file';
import { StarterError } from '../src/starter/exit-codes';
import { sendCommand } from '../src/starter/send-command';

/** Answers to what a case asks for, by command. */
export type Answers = Readonly<Record<string, object>>;

const GUARANTOR = {
  firstName: 'Test',
  lastName: 'Guarantor',
  phone: '08000000001',
  email: 'guarantor@example.com',
};

/** Takes every offer and names a guarantor. */
export const willing: Answers = { acceptOffer: {}, agreeToTerms: {}, addGuarantor: GUARANTOR };
/** Declines the offer. */
export const unwilling: Answers = { declineOffer: { reason: 'HIGH_INTEREST' } };

/** Plays a borrower: answers whatever the case asks for, until the answer is taken, whether a worker is there or not. */
export function createBorrower(
  client: Client,
  workflowId: string,
  answers: Answers,
): (file: CaseFile) => void {
  return ({ commands }) => {
    for (const [command, fields] of Object.entries(answers))
      if (commands.includes(command)) void answer(client, workflowId, command, fields);
  };
}

/** The same request id each time: saying it again changes nothing. */
async function answer(client: Client, workflowId: string, command: string, fields: object): Promise<void> {
  const payload = { requestId: `borrower-${command}`, actor: 'borrower-1', role: 'borrower', ...fields };
  for (let isTaken = false; !isTaken;)
    isTaken = await sendCommand(client, workflowId, command, payload).then(() => true, isRefused);
}

/** A refusal means that somebody answered already; silence, that the worker is away. */
const isRefused = (error: unknown) => error instanceof StarterError && error.ending === 'refused';
