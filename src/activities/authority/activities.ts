import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { optionalTsToMs } from '@temporalio/common/lib/time';
import { decodedIn } from '../../temporal/runs';
import type { Acceptor, Run, Taken } from './acceptor';
import { unsigned, ADOPT, START, type ActClaims } from '../../domain/case/acts';
import type { AuthorityState, Proof, Way } from '../../domain/case/proof';
import { kinds, type StartableNoun } from '../../domain/kinds';
import { INVALID_INPUT } from '../../domain/wire/failure-types';

/** When the server took the signal of a command that carries this act; `undefined` if the history has none. */
const signalInstant =
  (client: Client, command: string, act: unknown) =>
  async ({ workflowId, runId }: Run): Promise<number | undefined> => {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    for (const { eventTime, workflowExecutionSignaledEventAttributes: signal } of events ?? []) {
      if (signal?.signalName !== command) continue;
      // A message that cannot be read does not carry the act.
      const [message] = await decodedIn(client, workflowId, signal.input?.payloads).catch(() => []);
      if ((Object(message) as { act?: unknown }).act === act) return optionalTsToMs(eventTime);
    }
    return undefined;
  };

/** A case that goes on from another one, and its input. */
export interface Successor {
  readonly workflowId: string;
  readonly input: object;
}

/** The checks of who asks. They run in the worker's own process: workflows reach no key. */
export const createAuthorityActivities = (acceptor: Acceptor, client: Client) => ({
  /** Checks the act of a command, and vouches that it was accepted. */
  async acceptCommand({ name, message, way }: { name: string; message: unknown; way: Way }) {
    const { act } = unsigned(message).signature;
    const reachedAt = way === 'signal' ? signalInstant(client, name, act) : () => Promise.resolve(undefined);
    return (await acceptor.take(name, message, reachedAt)).authority;
  },
  /** The proofs with which cases go on from this one, in their order; null in the mode `open`. */
  async vouchFor({ root, successors }: { root?: Proof | undefined; successors: readonly Successor[] }) {
    await acceptor.requireOwn(root);
    return successors.map(({ workflowId, input }) => acceptor.vouch(root, workflowId, input) ?? null);
  },
  /** Checks that a case which no person has started goes on from a case that a person has started. */
  acceptSuccession: async (given: unknown): Promise<AuthorityState> =>
    (await acceptor.takeUnder(given, { sendsMoney: false })).authority,
});

export type AuthorityActivities = ReturnType<typeof createAuthorityActivities>;

/** The start of a case, once it is known who began it. */
type Begun = Omit<Taken, 'claims'>;

/** Takes the start of a case: by a person's act, or by the proof of the case that it goes on from. */
export class Starts {
  constructor(
    private readonly acceptor: Acceptor,
    private readonly client?: Client,
  ) {}

  /** Takes the start of a case that only reads: it needs no act. */
  takeReading(given: unknown): Begun {
    return { fields: unsigned(given).fields, authority: this.acceptor.state() };
  }

  /** Takes a worker's start of a case that follows a person's. @throws ApplicationFailure (INVALID_INPUT) */
  takeSuccession(given: unknown): Promise<Begun> {
    return this.acceptor.takeUnder(given, { sendsMoney: false });
  }

  /** Takes the start of a case of this kind. @throws ApplicationFailure (INVALID_INPUT) */
  async take(kind: StartableNoun, given: unknown): Promise<Begun> {
    if (unsigned(given).signature.under !== undefined)
      return this.acceptor.takeUnder(given, { sendsMoney: kind !== 'enrolment' });
    const { claims, ...begun } = await this.acceptor.take(START, given, this.reachedAt);
    if (begun.authority.mode === 'signed') requireRole(kind, claims);
    return kinds[kind].start.namesMaker ? { ...begun, fields: madeBy(claims, begun) } : begun;
  }

  /** Takes an adoption, with the person and role of its act. @throws ApplicationFailure (INVALID_INPUT) */
  async takeAdoption(given: unknown): Promise<Begun> {
    const { claims, fields, authority } = await this.acceptor.take(ADOPT, given, this.reachedAt);
    if (!claims) return { fields, authority };
    return { fields: { ...Object(fields), actor: claims.sub, role: claims.role }, authority };
  }

  private readonly reachedAt = async ({ workflowId, runId }: Run): Promise<number | undefined> =>
    (await this.client?.workflow.getHandle(workflowId, runId).describe())?.startTime.getTime();
}

function requireRole(kind: StartableNoun, claims: ActClaims | undefined): void {
  const { roles } = kinds[kind].start;
  if (claims && !roles.includes(claims.role))
    throw refusedInput(`a ${kind} is started in the role ${roles.join(' or ')}`);
}

/** The signer of an input is its maker. */
function madeBy(claims: ActClaims | undefined, { fields, authority }: Begun): unknown {
  const { createdBy } = Object(fields) as { createdBy?: unknown };
  if (!claims || (authority.mode === 'open' && createdBy !== undefined)) return fields;
  if (createdBy !== undefined && createdBy !== claims.sub)
    throw refusedInput('createdBy must be left out: who signs it has made it');
  return { ...Object(fields), createdBy: claims.sub };
}

export const refusedInput = (sentence: string) =>
  ApplicationFailure.nonRetryable(`The input cannot be used: ${sentence}`, INVALID_INPUT);
