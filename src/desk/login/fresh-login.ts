import type { Client } from '@temporalio/client';
import { sendPrepared } from '../../cases/commands';
import { RequestError } from '../../cases/request-error';
import { claimsIn, type SignedMessage } from '../../domain/case/acts';
import { ProblemError } from '../http/problems';
import type { Outcome, PreparedCommands } from './prepared-commands';
import type { Person } from './roles';

/** What the command of a person who has logged in for it is sent with. */
export interface FreshLoginParts {
  readonly prepared: PreparedCommands;
  readonly clientOf: (person: Person) => Client;
}

/** The act that a person is to log in for. @throws ProblemError where none waits */
export async function actAwaiting(
  { prepared }: FreshLoginParts,
  subject: string,
  requestId: string,
): Promise<string> {
  const waiting = await prepared.find(subject, requestId);
  if (waiting) return (waiting.message as SignedMessage).act;
  throw new ProblemError('not-found', 'No command waits for this login any more: give it once more.');
}

/** Sends the command that a person has logged in for, with the login as its proof, and notes what became of it. @throws ProblemError */
export async function sendWithLogin(
  { prepared, clientOf }: FreshLoginParts,
  person: Person,
  { requestId, idToken }: { readonly requestId: string; readonly idToken: string },
): Promise<void> {
  const waiting = await prepared.find(person.subject, requestId);
  if (!waiting)
    throw new ProblemError(
      'not-allowed',
      'Nothing was sent: the command was given by another person than you, or too long ago.',
    );
  const message = { ...waiting.message, login: idToken };
  const outcome = mayStill(person, waiting.message)
    ? await sendPrepared(clientOf(person), { ...waiting, message }).then(
        (receipt): Outcome => ({ receipt }),
        refusalIn,
      )
    : { refusal: 'Nothing was sent: you no longer have the role in which you gave the command.' };
  await prepared.settle(person.subject, waiting, outcome);
}

/** Roles may have been taken away since the earlier login. */
function mayStill({ roles }: Person, message: object): boolean {
  const role = claimsIn((message as SignedMessage).act)?.role;
  return roles.some((own) => own === role);
}

function refusalIn(error: unknown): Outcome {
  if (error instanceof RequestError) return { refusal: error.message };
  throw error;
}
