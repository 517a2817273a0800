import { extname, join } from 'node:path';
import type { DataConverter } from '@temporalio/common';
import { EncryptionCodec, standInForUnreadable, throwUnreadable, type OnUnreadable } from './codec';
import type { Origin } from '../../domain/wire/unreadable-payload';
import type { KeyRing } from './key-ring';

/** How payloads travel: encrypted under the keys of a ring, or readable where a setting says so. */
export type Encryption = KeyRing | 'off';

/** How clients and workers write and read what lies in Temporal. */
export interface DataConverters {
  readonly isEncrypting: boolean;
  /** Of the command line and the receiver, whose words are commands and events. */
  readonly forClients: DataConverter;
  readonly forWorkers: DataConverter;
  /** Of the client by which a worker's activities reach cases. */
  readonly forClientsOfWorkers: DataConverter;
}

/** What a program says at its start where it encrypts nothing. */
export const READABLE = "Payloads are not encrypted: personal data lie readable in Temporal's database";

/** The module that workers, clients and the workflow bundle load to encode failures. */
export const failureConverterPath = join(__dirname, `failure-converter${extname(__filename)}`);

/** The one place that makes the data converters of all clients and workers. */
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
