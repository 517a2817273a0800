import type { Client } from '@temporalio/client';
import { connectClient, temporalTarget } from '../temporal/connection';

/** Runs something with a client, and closes its connection whatever happens. */
export async function withClient<R>(use: (client: Client) => Promise<R>): Promise<R> {
  const client = await connectClient(temporalTarget());
  try {
    return await use(client);
  } finally {
    await client.connection.close();
  }
}
