import type { Client } from '@temporalio/client';
import type { CaseFile } from '../src/domain/case-file';
import type { Role } from '../src/domain/commands';
import { StarterError } from '../src/starter/exit-codes';
import { sendCommand } from '../src/starter/send-command';

/** What somebody tells a case: as soon as it takes that, or not before it needs attention. */
interface Answer {
  readonly role: Role;
  readonly fields: object;
  readonly onAttention?: true;
}

/** Answers by command. */
export type Answers = Readonly<Record<string, Answer>>;

const GUARANTOR = {
  firstName: 'Test',
  lastName: 'Guarantor',
  phone: '08000000001',
  email: 'guarantor@example.com',
};

/** A borrower who takes every offer and names a guarantor; an officer who asks again for a late bank statement. */
export const willing: Answers = {
  acceptOffer: { role: 'borrower', fields: {} },
  addGuarantor: { role: 'borrower', fields: GUARANTOR },
  correctBankStatement: { role: 'officer', fields: { sortCode: '901' }, onAttention: true },
};
/** A borrower who declines. */
export const unwilling: Answers = {
  declineOffer: { role: 'borrower', fields: { reason: 'HIGH_INTEREST' } },
};

/** Plays the people around a case: each says what the case asks for, once, whether a worker is there or not. */
export function createPeople(client: Client, workflowId: string, answers: Answers): (file: CaseFile) => void {
  const left = new Map(Object.entries(answers));
  return ({ commands, attention }) => {
    for (const [command, { role, fields, onAttention }] of left) {
      if (!commands.includes(command) || (onAttention && !attention)) continue;
      left.delete(command);
      void tell(client, workflowId, command, { role, ...fields });
    }
  };
}

/** The same request id each time: saying it again changes nothing. */
async function tell(
  client: Client,
  workflowId: string,
  command: string,
  said: { readonly role: Role },
): Promise<void> {
  const payload = { requestId: `once-${command}`, actor: `${said.role}-1`, ...said };
  for (let isHeard = false; !isHeard;)
    isHeard = await sendCommand(client, workflowId, command, payload).then(
      () => true,
      (error: unknown) => !isSilence(error),
    );
}

/** Nobody answers while the worker is away; a refusal means that somebody has answered already. */
const isSilence = (error: unknown) => error instanceof StarterError && error.ending === 'timedOut';
