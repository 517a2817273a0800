import type { Client } from '@temporalio/client';
import { Runtime, type Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import { installTemporalLogging } from '../temporal/logging';
import { freePort } from '../temporal/ports';
import { showCaseGauges } from './case-gauges';
import { isTemporalAnswering, serveMonitoring } from './server';

export interface WorkerMonitoring {
  /** Starts counting cases; from now on it is ready while its workflow worker runs and Temporal answers. */
  watch(worker: Pick<Worker, 'getState'>, client: Client, isKeeper: () => boolean): void;
  close(): void;
}

const unwatched: WorkerMonitoring = { watch: () => undefined, close: () => undefined };

/**
 * Installs the log of the Temporal SDK and, with an address, serves monitoring there. Call it once per
 * process, before anything connects. @throws MonitoringAddressError
 */
export async function monitorWorker(log: Logger, address: string | undefined): Promise<WorkerMonitoring> {
  if (address === undefined) {
    installTemporalLogging(log);
    return unwatched;
  }
  // The SDK serves its metrics itself, only on this machine.
  const sdkAddress = `127.0.0.1:${await freePort()}`;
  installTemporalLogging(log, sdkAddress);
  let isReady = () => Promise.resolve(false);
  let isKeeper = () => false;
  const server = await serveMonitoring(address, {
    isReady: () => isReady(),
    role: () => (isKeeper() ? 'calls the bank' : 'stands by'),
    metrics: async () => (await fetch(`http://${sdkAddress}/metrics`)).text(),
  });
  return {
    watch(worker, client, isKeeperNow) {
      isKeeper = isKeeperNow;
      isReady = async () => worker.getState() === 'RUNNING' && (await isTemporalAnswering(client));
      showCaseGauges(client, Runtime.instance().metricMeter);
    },
    close: server.close,
  };
}
