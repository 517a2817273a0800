import type { Client } from '@temporalio/client';
import { unsigned } from '../../domain/case/acts';
import type { AuthorityState, Proof, Way } from '../../domain/case/proof';
import type { Acceptor } from './acceptor';
import { signalInstant } from './server-instants';

/** A command, as it reached its case. */
interface ReceivedCommand {
  readonly name: string;
  readonly message: unknown;
  readonly way: Way;
}

/** A case that goes on from another one, and its input. */
export interface Successor {
  readonly workflowId: string;
  readonly input: object;
}

/** The checks of who asks. They run in the worker's own process: workflows reach no key. */
export interface AuthorityActivities {
  /** Checks the act of a command, and vouches that it was accepted. */
  acceptCommand(received: ReceivedCommand): Promise<AuthorityState>;
  /** The proofs with which cases go on under what began this one, in their order; none in the mode `open`. */
  vouchFor(request: {
    root?: Proof | undefined;
    successors: readonly Successor[];
  }): Promise<(Proof | null)[]>;
  /** Checks that a case which no person has started goes on from a case that a person has started. */
  acceptSuccession(given: unknown): Promise<AuthorityState>;
}

export const createAuthorityActivities = (acceptor: Acceptor, client: Client): AuthorityActivities => ({
  async acceptCommand({ name, message, way }) {
    const { act } = unsigned(message).signature;
    const reachedAt = way === 'signal' ? signalInstant(client, name, act) : () => Promise.resolve(undefined);
    return (await acceptor.take(name, message, reachedAt)).authority;
  },
  async vouchFor({ root, successors }) {
    await acceptor.requireOwn(root);
    return successors.map(({ workflowId, input }) => acceptor.vouch(root, workflowId, input) ?? null);
  },
  acceptSuccession: async (given) => (await acceptor.takeUnder(given, { sendsMoney: false })).authority,
});
