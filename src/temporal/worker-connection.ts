import { NativeConnection } from '@temporalio/worker';
import { UnreachableTemporalError, type TemporalTarget } from './connection';

/**
 * Connects workers. It stands apart from the client's connection, so that the command line need not load a worker.
 * @throws UnreachableTemporalError
 */
export const connectWorkers = ({ connectionOptions }: TemporalTarget): Promise<NativeConnection> =>
  NativeConnection.connect(connectionOptions).catch(() => {
    throw new UnreachableTemporalError(connectionOptions.address);
  });
