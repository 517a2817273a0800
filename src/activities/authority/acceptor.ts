import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { hash, canonical } from '../../authority/digest';
import { requirePasskey } from '../../authority/passkey-enrolment';
import type { KeyRing } from '../../authority/key-ring';
import type { LoginCheck } from '../../authority/login';
import { isProof, requireCountingKey, type ReceiptBook } from '../../authority/receipts';
import { ActRefused, refusedAs } from '../../authority/act-refused';
import { isByDesk, signerIn, verifyAct } from '../../authority/verify';
import { claimsIn, START, unsigned, untimely, type ActClaims } from '../../domain/case/acts';
import type { AuthorityState, PolicyStamp, Proof } from '../../domain/case/proof';
import { INVALID_INPUT } from '../../domain/wire/failure-types';

/** How a worker that takes nothing without an act knows who asks. */
export interface SignedSettings {
  readonly mode: 'signed';
  readonly environment: string;
  readonly keyRing: () => KeyRing;
  readonly receipts: ReceiptBook;
  /** Checks fresh logins; missing where no login provider is known. */
  readonly checkLogin?: LoginCheck | undefined;
}

/** How workers know who asks. */
export type AuthoritySettings = { readonly mode: 'open' } | SignedSettings;

/** A taken message: its fields, the claims of its sender, and the proof. */
export interface Taken {
  readonly fields: unknown;
  /** `undefined` if the message names its own actor, or goes on from another case. */
  readonly claims?: ActClaims | undefined;
  readonly authority: AuthorityState;
}

/** The run that an activity works for. */
export interface Run {
  readonly workflowId: string;
  readonly runId: string;
}

/** When a message reached the server, in milliseconds: asked only where it may have waited for a worker. */
export type ServerInstant = (run: Run) => Promise<number | undefined>;

/** Takes messages by their acts, in the process of a worker, which opens cases under the policy of its terms. */
export class Acceptor {
  constructor(
    private readonly settings: AuthoritySettings,
    private readonly terms: { readonly isAudited?: boolean; readonly policy?: PolicyStamp } = {},
  ) {}

  /** The state that a case learns of the worker that took its start or one of its commands. */
  state(proof?: Proof): AuthorityState {
    return {
      mode: this.settings.mode,
      ...(proof && { proof }),
      ...(this.terms.isAudited && { isAudited: true }),
    };
  }

  /** Takes a message by its act: a command or a case's start. @throws ApplicationFailure (INVALID_INPUT) */
  async take(name: string, message: unknown, reachedAt: ServerInstant): Promise<Taken> {
    const { signature, fields } = unsigned(message);
    const { act, salt, login: token, passkey: assertion } = signature;
    const { settings } = this;
    if (settings.mode === 'open') return { fields, claims: claimsIn(act), authority: this.state() };
    if (typeof act !== 'string') throw refused(UNSIGNED);
    const run = ownRun();
    const deed = { wf: run.workflowId, act: name };
    const atMs = await instantOf(act, settings.keyRing(), () => reachedAt(run));
    const claims = await refusing(() =>
      verifyAct({ act, salt, fields }, { ...deed, aud: settings.environment, atMs }, settings.keyRing()),
    );
    const login = token === undefined ? undefined : await loginOf(token, { act, claims, atMs }, settings);
    const device = assertion === undefined ? undefined : await deviceOf(assertion, { act, claims }, settings);
    const at = new Date(atMs).toISOString();
    const { policy } = this.terms;
    const opened = name === START && policy ? { policy } : {};
    const proof = settings.receipts.give(act, { wf: deed.wf, at, ...opened, ...login, ...device });
    const byDesk = isByDesk(act, settings.keyRing());
    return {
      fields,
      claims,
      authority: {
        ...this.state(proof),
        ...(byDesk && !login && { lacksFreshLogin: true }),
        ...(byDesk && !device && { lacksPasskey: true }),
      },
    };
  }

  /**
   * Takes a case that goes on from another one, by the proof that a worker has given with it. Where money is
   * sent, the key that began it all must still count. @throws ApplicationFailure (INVALID_INPUT)
   */
  async takeUnder(message: unknown, { sendsMoney }: { readonly sendsMoney: boolean }): Promise<Taken> {
    const { signature, fields } = unsigned(message);
    const { settings } = this;
    if (settings.mode === 'open') return { fields, authority: this.state() };
    const { workflowId } = ownRun();
    const { under } = signature;
    if (!isProof(under)) throw refused(UNSIGNED);
    const { at, digest } = await refusing(() => {
      const receipt = settings.receipts.require(under, workflowId);
      if (receipt.digest !== hash(canonical(fields))) throw new ActRefused('its proof is for another input');
      if (sendsMoney) requireCountingKey(under, settings.keyRing());
      return receipt;
    });
    const { policy } = this.terms;
    if (!sendsMoney || !policy) return { fields, authority: this.state(under) };
    const opened = { wf: workflowId, at, policy, ...(digest !== undefined && { digest }) };
    return { fields, authority: this.state(settings.receipts.give(under.act, opened)) };
  }

  /** The proof with which a case goes on from another one with this input; `undefined` in the mode `open`. */
  vouch(root: Proof | undefined, wf: string, input: object): Proof | undefined {
    const { settings } = this;
    if (settings.mode === 'open') return undefined;
    const { fields } = unsigned(JSON.parse(JSON.stringify(input)));
    const at = root?.receipt.at ?? new Date(Date.now()).toISOString();
    return settings.receipts.give(root?.act ?? '', { wf, at, digest: hash(canonical(fields)) });
  }

  /** Requires the asking case's act, for others to go on under. @throws ApplicationFailure (INVALID_INPUT) */
  async requireOwn(root: Proof | undefined): Promise<void> {
    const { workflowId } = ownRun();
    const { settings } = this;
    if (settings.mode === 'open') return;
    if (!isProof(root)) throw refused(UNSIGNED);
    await refusing(() => void settings.receipts.require(root, workflowId));
  }
}

/** The receipt's login, for this very act. @throws ApplicationFailure (INVALID_INPUT) */
async function loginOf(token: unknown, accepted: Parameters<LoginCheck>[1], { checkLogin }: SignedSettings) {
  if (!checkLogin)
    throw refused('its login cannot be checked: this worker knows no login provider (OIDC_ISSUER)');
  return { login: hash(await refusing(() => checkLogin(token, accepted))) };
}

/** The receipt's device, which has signed the act. @throws ApplicationFailure (INVALID_INPUT) */
async function deviceOf(
  given: unknown,
  accepted: { readonly act: string; readonly claims: ActClaims },
  { environment: aud, keyRing }: SignedSettings,
) {
  return { passkey: await refusing(() => requirePasskey(given, { ...accepted, aud, ring: keyRing() })) };
}

/** An act that has expired, or whose key was retired, may have reached the server before. */
async function instantOf(act: string, ring: KeyRing, reachedAt: () => ReturnType<ServerInstant>) {
  const nowMs = Date.now();
  const claims = claimsIn(act);
  const isLate = claims && nowMs / 1_000 > claims.exp && untimely(claims, nowMs) !== undefined;
  const isRetired = signerIn(act, ring)?.state === 'retired';
  return isLate || isRetired ? ((await reachedAt()) ?? nowMs) : nowMs;
}

const UNSIGNED = 'it is not signed: this worker takes nothing without an act (AUTHORITY=signed)';

/**
 * The run that this activity works for. A workflow of another program could schedule it as a remote activity:
 * only local activities of our own workflow code are answered.
 */
export function ownRun(): Run {
  const { isLocal, workflowExecution } = Context.current().info;
  if (!isLocal || !workflowExecution) throw refused('only our own workflows may ask for it');
  return workflowExecution;
}

/** Makes a refusal final; any other error is a fault, and tried again. */
const refusing = <R>(check: () => R | Promise<R>) => refusedAs(refused, check);

const refused = (sentence: string) => ApplicationFailure.nonRetryable(sentence, INVALID_INPUT);
