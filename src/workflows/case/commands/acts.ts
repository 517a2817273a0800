import { workflowInfo } from '@temporalio/workflow';
import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { claimsIn, otherDeed, unsigned, untimely } from '../../../domain/case/acts';
import type { AuthorityMode, AuthorityState, Proof, ProvenAct, Way } from '../../../domain/case/proof';
import { inPlace } from '../../activity-proxies';

/** Fields that are read from the act alone and must not stand beside it. */
const BY_ACT_ALONE = ['actor', 'role', 'requestId'];

/** The acts by which a case was begun and is steered. */
export class Acts {
  /** `undefined` until a worker reports it; in the mode `signed`, unsigned messages are refused at once. */
  private mode: AuthorityMode | undefined;
  /** The proof under which the case was begun. */
  root: Proof | undefined;
  /** The input that began the case, as given. */
  begunWith: unknown;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly facts: Record<string, string | number | null>,
    carried?: ReturnType<Acts['carry']>,
  ) {
    this.mode = carried?.mode;
    this.root = carried?.begunBy;
    this.begunWith = carried?.begunWith;
  }

  carry() {
    const { mode, root: begunBy, begunWith } = this;
    return { mode, begunBy, begunWith };
  }

  /** That proof with the fields that it signs; `undefined` in the mode `open`. */
  get beginning(): ProvenAct | undefined {
    const { signature, fields } = unsigned(this.begunWith);
    return this.root && { ...this.root, salt: signature.salt, fields };
  }

  begun(state: AuthorityState | undefined): void {
    if (!state) return;
    this.root = state.proof;
    this.learn(state);
  }

  /**
   * Reads a message as the command that it stands for, or says in a sentence why it cannot stand for one. Its
   * signature is not checked, but its claims must fit, or nothing could accept it.
   */
  read(name: string, message: unknown, way: Way): { readonly command?: unknown; readonly refusal?: string } {
    const { signature, fields } = unsigned(message);
    if (signature.act === undefined)
      return this.mode === 'signed' ? { refusal: 'it is not signed' } : { command: message };
    const claims = claimsIn(signature.act);
    if (!claims) return { refusal: 'its act is not a valid signed act' };
    const deed = { wf: workflowInfo().workflowId, act: name };
    // A signal may have waited for a worker: only its event says when it came.
    const refusal = otherDeed(claims, deed) ?? (way === 'update' ? untimely(claims, Date.now()) : undefined);
    if (refusal !== undefined) return { refusal };
    if (BY_ACT_ALONE.some((field) => field in Object(fields)))
      return { refusal: `${BY_ACT_ALONE.join(', ')} are read from its act: leave them out` };
    const { sub: actor, role, jti: requestId } = claims;
    return { command: { ...Object(fields), actor, role, requestId } };
  }

  /**
   * Has a worker check the act of a command, one command after the other, so that they take effect in the order in which
   * they came. @returns its proof (`undefined` in the mode `open`), and the proofs of its person that the desk lacks
   * @throws ApplicationFailure that says why it is refused
   */
  accept(name: string, message: unknown, way: Way) {
    const accepted = this.turn.then(async () => {
      const state = await inPlace.acceptCommand({ name, message, way });
      this.learn(state);
      const { signature, fields } = unsigned(message);
      const proof = state.proof && { ...state.proof, salt: signature.salt, fields };
      const { lacksFreshLogin, lacksPasskey } = state;
      return { proof, lacks: { lacksFreshLogin, lacksPasskey } };
    });
    this.turn = accepted.catch(() => undefined);
    return accepted.catch((error: unknown) => {
      throw error instanceof ActivityFailure && error.cause instanceof ApplicationFailure
        ? error.cause
        : error;
    });
  }

  private learn({ mode }: AuthorityState): void {
    this.mode = mode;
    if (mode === 'open') this.facts.authority = 'steered without proof';
  }
}
