import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  isGrpcServiceError,
  makeGrpcRetryInterceptor,
  ServiceError,
} from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { NativeConnectionOptions } from '@temporalio/worker';
import { InterceptingCall, Metadata, status, type Interceptor } from '@grpc/grpc-js';
import { ConfigError } from '../config/read-config';
import { isOwnNetwork } from '../config/variables';
import { dataConverters, type DataConverters, type Encryption } from './encryption/data-converters';
import { encryptionFromEnvironment } from './encryption/settings';
import { runningStack } from './running-stack';

/** A call that ends as it starts, since its connection is closed. */
const endedCall: ConstructorParameters<typeof InterceptingCall>[0] = {
  start(_metadata, listener) {
    listener?.onReceiveMessage?.(null);
    listener?.onReceiveStatus?.({
      code: status.CANCELLED,
      details: 'the connection is closed',
      metadata: new Metadata(),
    });
  },
  cancelWithStatus: () => undefined,
  getPeer: () => '',
  sendMessageWithContext: () => undefined,
  sendMessage: () => undefined,
  startRead: () => undefined,
  halfClose: () => undefined,
  getAuthContext: () => null,
};

/**
 * Ends calls that begin once their connection is closed. The SDK repeats a call from a bare timer: what is thrown there
 * ends the whole process, with a stack trace.
 */
const endOnceClosed: Interceptor = (options, nextCall) => {
  try {
    return new InterceptingCall(nextCall(options));
  } catch {
    return new InterceptingCall(endedCall);
  }
};

/** Which Temporal: how to connect, and the namespace of client and worker alike. */
export interface TemporalTarget {
  readonly connectionOptions: NativeConnectionOptions & { readonly address: string };
  readonly namespace: string;
  readonly dataConverters: DataConverters;
}

/** What outranks the environment. */
interface GivenTarget {
  readonly address?: string;
  readonly namespace?: string;
  readonly encryption?: Encryption;
  /** The variables to go by instead of the environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether a stack that runs on this machine may say what the environment leaves open about encryption. */
  readonly asksStack?: true;
}

/** Temporal did not answer. The message tells people what to do. */
export class UnreachableTemporalError extends Error {
  override readonly name = 'UnreachableTemporalError';

  constructor(address: string) {
    super(`Temporal cannot be reached at ${address}. Start it, or set TEMPORAL_ADDRESS.`);
  }
}

const DEFAULT_ADDRESS = 'localhost:7233';
const CONNECT_TIMEOUT_MS = 5_000;

/** Of a connection's calls: the SDK's own repeating, as long as the connection is open. */
export const RETRYING = [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), endOnceClosed];

/** From the standard `TEMPORAL_*` variables and `temporal.toml`; what is given here wins. @throws ConfigError */
export function temporalTarget(given: GivenTarget = {}): TemporalTarget {
  const { connectionOptions } = loadClientConnectConfig(
    given.variables && { overrideEnvVars: given.variables },
  );
  const address = given.address ?? connectionOptions.address ?? DEFAULT_ADDRESS;
  if (!connectionOptions.tls && !isOwnNetwork(address.replace(/:\d+$/, '')))
    throw new ConfigError(['TEMPORAL_TLS must be true, or a certificate given: TEMPORAL_ADDRESS is remote']);
  const stack = given.asksStack && { address, ...runningStack(address) };
  return {
    connectionOptions: { ...connectionOptions, address },
    namespace: given.namespace ?? temporalNamespace(),
    dataConverters: dataConverters(given.encryption ?? encryptionFromEnvironment('sender', stack)),
  };
}

/** The namespace of the standard `TEMPORAL_*` variables and `temporal.toml`. */
export const temporalNamespace = (): string => loadClientConnectConfig().namespace ?? 'default';

/** A client that knows the kind of its connection. Who opens it closes `connection`. */
export type TemporalClient = Client & { readonly connection: Connection };

/** @throws UnreachableTemporalError */
export async function connectClient({
  connectionOptions,
  namespace,
  dataConverters: { forClients },
}: TemporalTarget): Promise<TemporalClient> {
  const connecting = Connection.connect({
    ...connectionOptions,
    connectTimeout: CONNECT_TIMEOUT_MS,
    interceptors: RETRYING,
  });
  const connection = await connecting.catch(() => {
    throw new UnreachableTemporalError(connectionOptions.address);
  });
  return new Client({ connection, namespace, dataConverter: forClients }) as TemporalClient;
}

/** Whether a request ended because Temporal could not be reached, however often the client has tried. */
export function isTemporalAway(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  return isGrpcServiceError(cause) && cause.code === status.UNAVAILABLE;
}
