import type { Client } from '@temporalio/client';
import { Runtime, type Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import { installTemporalLogging } from '../temporal/logging';
import { freePort } from '../temporal/ports';
import { showCaseGauges } from './case-gauges';
import { isTemporalAnswering, serveMonitoring } from './server';

/**
 * Installs the log of the Temporal SDK and, with an address, serves monitoring there. Call it once per
 * process, before anything connects. @throws MonitoringAddressError
 */
export async function monitorWorker(log: Logger, address: string | undefined) {
  // The SDK serves its metrics itself, only on this machine.
  const sdkAddress = address === undefined ? undefined : `127.0.0.1:${await freePort()}`;
  const lostTask = new Promise<void>((resolve) => installTemporalLogging(log, sdkAddress, resolve));
  let isReady = () => Promise.resolve(false);
  let isKeeper = () => false;
  const monitored = {
    isReady: () => isReady(),
    role: () => (isKeeper() ? 'calls the bank' : 'stands by'),
    metrics: async () => (await fetch(`http://${sdkAddress}/metrics`)).text(),
  };
  const server = address === undefined ? undefined : await serveMonitoring(address, monitored);
  return {
    lostTask,
    /** Starts counting cases; from now on it is ready while its workflow worker runs and Temporal answers. */
    watch(worker: Pick<Worker, 'getState'>, client: Client, isKeeperNow: () => boolean) {
      if (!server) return;
      isKeeper = isKeeperNow;
      isReady = async () => worker.getState() === 'RUNNING' && (await isTemporalAnswering(client));
      showCaseGauges(client, Runtime.instance().metricMeter);
    },
    close: () => server?.close(),
  };
}
