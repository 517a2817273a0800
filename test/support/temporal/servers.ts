import { Connection, type ConnectionPlugin } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { readConfig } from '../../../src/config/read-config';
import { searchAttributes } from '../../../src/domain/wire/search-attributes';
import { RETRYING } from '../../../src/temporal/connection';
import { addSearchAttributes } from '../../../src/temporal/search-attributes';

/** A call that the SDK still retries once its connection is closed would end the process of its test. */
const retryingWhileOpen: ConnectionPlugin = {
  name: 'retrying-while-open',
  configureConnection: (options) => ({ ...options, interceptors: RETRYING }),
};
const plugins = [retryingWhileOpen];

/** A connection to a server that a test has started; whoever opens it closes it. */
export const connectTo = (address: string): Promise<Connection> => Connection.connect({ address, plugins });

/** A server that skips time, with what cases are found by. */
export async function timeSkippingServer(): Promise<TestWorkflowEnvironment> {
  const { path } = readConfig(['testServer']).testServer;
  const server = { executable: { type: 'existing-path', path } } as const;
  const env = await TestWorkflowEnvironment.createTimeSkipping({ server, plugins });
  await addSearchAttributes(env.connection, env.namespace ?? 'default');
  return env;
}

/** A server whose time does not skip, with what cases are found by. */
export function realTimeServer(): Promise<TestWorkflowEnvironment> {
  const { path } = readConfig(['temporalCli']).temporalCli;
  const attributes = Object.entries(searchAttributes).map(([name, type]) => `${name}=${type}`);
  const extraArgs = attributes.flatMap((attribute) => ['--search-attribute', attribute]);
  const server = { executable: { type: 'existing-path', path }, extraArgs } as const;
  return TestWorkflowEnvironment.createLocal({ server, plugins });
}
