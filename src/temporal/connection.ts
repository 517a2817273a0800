import { Client, Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { NativeConnectionOptions } from '@temporalio/worker';
import { InterceptingCall, Metadata, status, type Interceptor } from '@grpc/grpc-js';
import { ConfigError } from '../config/read-config';
import { isOwnNetwork } from '../config/variables';
import { dataConverters, type DataConverters, type Encryption } from './encryption/data-converters';
import { encryptionFromEnvironment } from './encryption/settings';
import { runningStack } from './running-stack';
import { hasStatus } from './runs';
import { whyUnreachable } from './why-unreachable';

/** A call that ends at once because its connection is closed. */
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
 * Ends calls that begin after their connection is closed. The SDK retries a call from a bare timer, where an
 * exception ends the whole process with a stack trace.
 */
const endOnceClosed: Interceptor = (options, nextCall) => {
  try {
    return new InterceptingCall(nextCall(options));
  } catch {
    return new InterceptingCall(endedCall);
  }
};

/** Where a server and a namespace are. */
export interface TemporalPlace {
  readonly connectionOptions: { readonly address: string };
  readonly namespace: string;
}

/** The Temporal server to use: how to connect, and the namespace of client and worker alike. */
export interface TemporalTarget extends TemporalPlace {
  readonly connectionOptions: NativeConnectionOptions & { readonly address: string };
  readonly dataConverters: DataConverters;
}

/** The place for a command of Temporal's own command line. */
export const placeText = ({ connectionOptions, namespace }: TemporalPlace): string =>
  `--address ${connectionOptions.address} --namespace ${namespace}`;

interface GivenTarget {
  readonly address?: string;
  readonly namespace?: string;
  readonly encryption?: Encryption;
  /** Variables to read instead of the environment's. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether, without encryption settings in the environment, those of a stack on this machine are used. */
  readonly asksStack?: true;
}

/** Temporal did not answer. The message says how to fix it. */
export class UnreachableTemporalError extends Error {
  override readonly name = 'UnreachableTemporalError';
  readonly kind = 'unreachable';

  constructor(address: string, why = 'Start it, or set TEMPORAL_ADDRESS.') {
    super(`Temporal cannot be reached at ${address}. ${why}`);
  }
}

const DEFAULT_ADDRESS = 'localhost:7233';
const CONNECT_TIMEOUT_MS = 5_000;

/** Interceptors for a connection: the SDK's own retries, while the connection is open. */
export const RETRYING = [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), endOnceClosed];

/** Reads the standard `TEMPORAL_*` variables and `temporal.toml`; `given` wins. @throws ConfigError */
export function temporalTarget(given: GivenTarget = {}): TemporalTarget {
  const { connectionOptions } = readable(() =>
    loadClientConnectConfig(given.variables && { overrideEnvVars: given.variables }),
  );
  const address = given.address ?? connectionOptions.address ?? DEFAULT_ADDRESS;
  if (!connectionOptions.tls && !isOwnNetwork(address.replace(/:\d+$/, '')))
    throw new ConfigError(['TEMPORAL_TLS must be true, or a certificate given: TEMPORAL_ADDRESS is remote']);
  const stack = given.asksStack && { address, ...runningStack(address) };
  return {
    connectionOptions: { ...connectionOptions, address },
    namespace: given.namespace ?? temporalNamespace(given.variables),
    dataConverters: dataConverters(given.encryption ?? encryptionFromEnvironment('sender', stack)),
  };
}

/** @throws ConfigError if a file that a variable names cannot be read */
function readable<R>(read: () => R): R {
  try {
    return read();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (path === undefined) throw error;
    throw new ConfigError([`${path} cannot be read (${code}): one of TEMPORAL_TLS_*_PATH names it`]);
  }
}

/** The namespace of the standard `TEMPORAL_*` variables and `temporal.toml`. */
export const temporalNamespace = (variables?: GivenTarget['variables']): string =>
  loadClientConnectConfig(variables && { overrideEnvVars: variables }).namespace ?? 'default';

/** A client typed with its kind of connection. Whoever opens it closes `connection`. */
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
  const connection = await connecting.catch(async () => {
    throw new UnreachableTemporalError(connectionOptions.address, await whyUnreachable(connectionOptions));
  });
  return new Client({ connection, namespace, dataConverter: forClients }) as TemporalClient;
}

/** Runs `use` with a client, and always closes its connection. @throws UnreachableTemporalError */
export async function withConnection<R>(target: TemporalTarget, use: (client: TemporalClient) => Promise<R>) {
  const client = await connectClient(target);
  return use(client).finally(() => client.connection.close());
}

/** Whether a request failed because Temporal could not be reached, after all of the client's retries. */
export const isTemporalAway = (error: unknown): boolean => hasStatus(error, status.UNAVAILABLE);
