import { extname, join } from 'node:path';
import {
  type DataConverter,
  defaultPayloadConverter,
  type Payload,
  type PayloadCodec,
  type SerializationContext,
} from '@temporalio/common';
import { type Origin, NOT_OF_A_WORKER, unreadable } from '../../domain/wire/unreadable-payload';
import type { KeyRing } from './key-ring-file';
import { scheduledWorkflows } from '../../domain/wire/workflow-ids';
import { labelOf, seal, unseal, type Owner } from './sealing/sealed-payload';

/** Whether payloads are encrypted, under the keys of a ring, or readable because a setting says so. */
export type Encryption = KeyRing | 'off';

/** The data converters with which clients and workers write and read payloads. */
export interface DataConverters {
  readonly isEncrypting: boolean;
  /** For the command line and the receiver, which send commands and events. */
  readonly forClients: DataConverter;
  readonly forWorkers: DataConverter;
  /** For the client with which a worker's activities reach cases. */
  readonly forClientsOfWorkers: DataConverter;
}

/** The warning of a program that starts without encryption. */
export const READABLE = "Payloads are not encrypted: personal data lie readable in Temporal's database";

/** The module that workers, clients and the workflow bundle load to encode failures. */
export const failureConverterPath = join(__dirname, `failure-converter${extname(__filename)}`);

/** Makes the data converters of all clients and workers; nothing else makes any. */
export function dataConverters(encryption: Encryption): DataConverters {
  if (encryption === 'off')
    return { isEncrypting: false, forClients: {}, forWorkers: {}, forClientsOfWorkers: {} };
  const encrypting = (origin: Origin, onUnreadable: OnUnreadable): DataConverter => ({
    failureConverterPath,
    payloadCodecs: [new EncryptionCodec(encryption, origin, onUnreadable)],
  });
  return {
    isEncrypting: true,
    forClients: encrypting('person', throwUnreadable),
    forWorkers: encrypting('worker', standInForUnreadable),
    forClientsOfWorkers: encrypting('worker', throwUnreadable),
  };
}

/** A payload is refused permanently: it is not encrypted, or not for this case. */
export class UnreadablePayloadError extends Error {
  override readonly name = 'UnreadablePayloadError';
}

const LACKS_KEY = 'which this ring does not have';

/** Whether a reader refused a payload because its file lacks the key. */
export const lacksKey = (error: unknown): boolean =>
  error instanceof UnreadablePayloadError && error.message.includes(LACKS_KEY);

/** A payload names a key that this process has not read yet: it is in a newer version of the key file. */
export class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError';

  constructor(keyId: string) {
    super(`The encryption key ${keyId.slice(0, 64)} is not in the key ring of this process.`);
  }
}

/**
 * Handles a refused payload. A client throws, so its caller sees why. A worker puts a stand-in in its place:
 * if it threw, one plain-text message would stop a case for good.
 */
export type OnUnreadable = (reason: string) => Payload;

export const throwUnreadable: OnUnreadable = (reason) => {
  throw new UnreadablePayloadError(`A payload was refused: ${reason}.`);
};

export const standInForUnreadable: OnUnreadable = (reason) =>
  defaultPayloadConverter.toPayload(unreadable(reason));

/** Why a sender reads nothing, although its ring has the key. */
export const DECRYPTS_NOTHING = 'the encryption keys of this program decrypt nothing';

/** Encrypts payloads for the case that they belong to, and accepts none in plain text. */
export class EncryptionCodec implements PayloadCodec {
  constructor(
    private readonly keys: KeyRing,
    private readonly origin: Origin,
    private readonly onUnreadable: OnUnreadable,
  ) {}

  async encode(payloads: Payload[], context?: SerializationContext): Promise<Payload[]> {
    if (payloads.length === 0) return [];
    const key = await this.keys.active();
    return Promise.all(payloads.map((payload) => seal(payload, key, ownerOf(context), this.origin)));
  }

  decode(payloads: Payload[], context?: SerializationContext): Promise<Payload[]> {
    return Promise.all(
      payloads.map((payload) => this.open(payload, ownerOf(context), context?.type === 'activity')),
    );
  }

  /** Only workers write activities' inputs and results; workflows check the origin of signals themselves. */
  private async open(payload: Payload, owner: Owner, isOfActivity: boolean): Promise<Payload> {
    const label = labelOf(payload);
    if (!label) return this.onUnreadable('it is not encrypted');
    if (label.workflowId !== owner.workflowId) return this.onUnreadable('it is encrypted for another case');
    const key = await this.keys.key(label.keyId);
    if (!key && this.keys.expects(label.keyId)) throw new UnknownKeyError(label.keyId);
    if (!key)
      return this.onUnreadable(`it is encrypted under the key ${label.keyId.slice(0, 64)}, ${LACKS_KEY}`);
    if (!key.secret) return this.onUnreadable(DECRYPTS_NOTHING);
    if (isOfActivity && label.origin !== 'worker') return this.onUnreadable(NOT_OF_A_WORKER);
    return (await unseal(payload, key, owner)) ?? this.onUnreadable('its encryption is not genuine');
  }
}

/**
 * The case that a payload belongs to. A failed workflow task has no context: its message is only for people.
 * All runs of a schedule are one owner, since their input is encrypted before they have an id.
 */
function ownerOf(context: SerializationContext | undefined): Owner {
  const { namespace = '', workflowId = '' } = context ?? {};
  return { namespace, workflowId: scheduledWorkflows.find((id) => isRunOf(id, workflowId)) ?? workflowId };
}

/** Temporal appends its start time to the id of a scheduled workflow. */
const isRunOf = (scheduled: string, workflowId: string) =>
  workflowId.startsWith(`${scheduled}-`) &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(workflowId.slice(scheduled.length + 1));
