import type { Client } from '@temporalio/client';
import type { CaseSnapshot } from '../src/domain/case/snapshot';
import type { Role } from '../src/domain/case/commands';
import { sendCommand } from '../src/cases/commands';
import type { CommandPayload } from '../src/cases/signing';
import { retryUntilAcknowledged } from './retry-until-acknowledged';

/** What an operator tells a case: once as soon as it takes that, or each time that it needs attention. */
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

/**
 * Plays the operators and borrowers of a case, whether a worker is there or not: each says what the case asks for once,
 * and what it asks for by attention each time that it does.
 */
export function createSimulatedOperators(
  client: Client,
  workflowId: string,
  answers: Answers,
): (snapshot: CaseSnapshot) => void {
  const given = new Set<string>();
  return ({ commands, attention }) => {
    for (const [command, { role, fields, onAttention }] of Object.entries(answers)) {
      const asked = onAttention ? attention?.since : 'once';
      const requestId = `${command}-${asked}`.replaceAll(/[:.]/g, '-');
      if (!commands.includes(command) || asked === undefined || given.has(requestId)) continue;
      given.add(requestId);
      void tell(client, workflowId, command, { requestId, actor: `${role}-1`, role, ...fields });
    }
  };
}

/** The same request id each time: saying it again, until there is an answer, changes nothing. */
const tell = (client: Client, workflowId: string, command: string, said: CommandPayload): Promise<unknown> =>
  retryUntilAcknowledged(() => sendCommand(client, workflowId, command, said), Infinity);
