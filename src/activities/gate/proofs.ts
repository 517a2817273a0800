import { canonical, hash } from '../../authority/digest';
import { isRevoked } from '../../authority/passkey-enrolment';
import { isProof, requireCountingKey } from '../../authority/receipts';
import { ActRefused, refusedAs } from '../../authority/act-refused';
import { isByDesk, signerIn, verifyAct } from '../../authority/verify';
import { claimsIn, START } from '../../domain/case/acts';
import type { WantedApproval } from '../../domain/case/agreement';
import type { Role } from '../../domain/case/commands';
import type { Proof, ProvenAct } from '../../domain/case/proof';
import type { BankClient } from '../../bank/client';
import type { LendingPolicy } from '../../domain/loan/policy';
import type { GateRules } from '../../domain/payout/policy';
import { clockRefusal, type Clock } from '../../domain/time/clock';
import type { SignedSettings } from '../authority/acceptor';

/** A send lacks the proof that it may be made. Nothing was sent; the message is a sentence for people. */
export class ProofRefused extends Error {
  override readonly name = 'ProofRefused';

  constructor(
    why: string,
    /** Set where it may be sent once these people have agreed, too. */
    readonly wanted?: WantedApproval,
  ) {
    super(`nothing was sent: ${why}`);
  }
}

/** An accepted act, checked anew: its person, its role and its fields. */
export interface TakenAct {
  readonly by: string;
  readonly role: Role;
  readonly fields: object;
  /** When a worker accepted it, in milliseconds. */
  readonly atMs: number;
  /** A desk has signed it without a fresh login of the person. */
  readonly lacksFreshLogin: boolean;
  /** A desk has signed it without a device of the person that still counts. */
  readonly lacksPasskey: boolean;
}

export interface Approvals {
  readonly counting: readonly TakenAct[];
  /** Whether one was left out, since the key that signed it was revoked. */
  readonly isOneRevoked: boolean;
}

/** The start of a case, and the people who made it. */
export interface Beginning {
  readonly fields: object;
  readonly makers: readonly string[];
  /** The case whose act began it: itself, or the case that it goes on from. */
  readonly rootCase: string;
}

/** Checks the acts of one case anew, right before its money moves. */
export class Proofs {
  constructor(
    private readonly settings: SignedSettings,
    /** The workflow that is about to send. */
    readonly workflowId: string,
  ) {}

  /** The proofs of another case: the one that this one goes on from. */
  of(workflowId: string): Proofs {
    return new Proofs(this.settings, workflowId);
  }

  /** @throws ProofRefused */
  async taken(given: unknown, act: string, roles: readonly Role[]): Promise<TakenAct> {
    const taken = await refusing(() => this.verified(given, act));
    if (!roles.includes(taken.role)) throw new ProofRefused(`${act} takes the role ${roles.join(' or ')}`);
    return taken;
  }

  /** All acts of one name, in their order. @throws ProofRefused */
  allTaken(given: unknown, act: string, roles: readonly Role[]): Promise<TakenAct[]> {
    return Promise.all(listOf(given).map((one) => this.taken(one, act, roles)));
  }

  /** The acts by which people have agreed; acts under a revoked key do not count. @throws ProofRefused */
  async approvals(given: unknown, act: string, roles: readonly Role[]): Promise<Approvals> {
    const all = listOf(given);
    const signed = all.filter((one) => !this.isRevoked(one));
    return { counting: await this.allTaken(signed, act, roles), isOneRevoked: signed.length < all.length };
  }

  /** The start of the case, or of the one that it goes on from, by a person's act. @throws ProofRefused */
  async begun(given: unknown, roles: readonly Role[] = []): Promise<Beginning> {
    if ((Object(given) as Partial<ProvenAct>).salt === undefined)
      return refusing(() => this.succeeding(given));
    const { fields, by } = await this.taken(given, START, roles);
    return { fields, makers: [by], rootCase: this.workflowId };
  }

  private isRevoked(given: unknown): boolean {
    const { act } = Object(given) as Partial<Proof>;
    return typeof act === 'string' && signerIn(act, this.settings.keyRing())?.state === 'revoked';
  }

  private async verified(given: unknown, act: string): Promise<TakenAct> {
    const proof = proofIn(given);
    const { salt, fields } = given as ProvenAct;
    const { receipts, environment: aud, keyRing } = this.settings;
    const receipt = receipts.require(proof, this.workflowId);
    const atMs = Date.parse(receipt.at);
    const [ring, { login, passkey }] = [keyRing(), receipt];
    const byDesk = isByDesk(proof.act, ring);
    const lacksFreshLogin = byDesk && login === undefined;
    const lacksPasskey = byDesk && (passkey === undefined || isRevoked(passkey, ring));
    const expected = { wf: this.workflowId, act, aud, atMs };
    const { sub: by, role } = await verifyAct({ act: proof.act, salt, fields }, expected, keyRing());
    return { by, role, fields: Object(fields) as object, atMs, lacksFreshLogin, lacksPasskey };
  }

  private succeeding(given: unknown): Beginning {
    const proof = proofIn(given);
    const { fields } = given as ProvenAct;
    const { receipts, keyRing } = this.settings;
    const { digest } = receipts.require(proof, this.workflowId);
    if (digest === undefined || digest !== hash(canonical(fields)))
      throw new ActRefused('its proof is for another input');
    requireCountingKey(proof, keyRing());
    const { sub = '', wf = '' } = claimsIn(proof.act) ?? {};
    const { createdBy } = Object(fields) as { createdBy?: unknown };
    const makers = typeof createdBy === 'string' ? [sub, createdBy] : [sub];
    return { fields: Object(fields) as object, makers, rootCase: wf };
  }
}

function proofIn(given: unknown): Proof {
  const { act, receipt } = Object(given) as Partial<Proof>;
  const proof = { act, receipt };
  if (!isProof(proof)) throw new ActRefused('it comes without the act that asks for it');
  return proof;
}

const listOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? given : []);

const refusing = <R>(check: () => R | Promise<R>) => refusedAs((why) => new ProofRefused(why), check);

/** The reads that the gate makes itself: a workflow's word for them proves nothing. */
export type GateReads = Pick<BankClient, 'resolveAccount' | 'getLoanApplication' | 'getCustomer'>;

/** The terms by which the worker checks a send. */
export interface GateTerms {
  readonly proofs: Proofs;
  readonly policy: GateRules;
  readonly lending: LendingPolicy;
  readonly clock: Clock;
  readonly nowMs: number;
  readonly reads: GateReads;
}

/** The clock by which an approval lapses: no sender may bring a clock that stands still. @throws ProofRefused */
export function clockOf({ clock }: { readonly clock?: Clock | undefined }, own: Clock): Clock {
  const refusal = clockRefusal(clock, own);
  if (refusal !== undefined) throw new ProofRefused(refusal);
  return clock ?? own;
}
