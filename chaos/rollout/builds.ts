import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { WORKER_DEPLOYMENT } from '../../src/domain/wire/task-queues';
import type { ProgramProcess } from '../../stack/program-process';
import { freePort } from '../../src/temporal/ports';
import { log } from '../report';
import type { TestEnvironment } from '../test-environment';

/** The build before, the next one with a careful change, and a bad one, which does not fit some histories. */
export type BuildName = 'before' | 'next' | 'bad';

/** The module that a build has around the workflows. */
const ADDED: Readonly<Record<BuildName, string | undefined>> = {
  before: undefined,
  next: 'changed',
  bad: 'retired-too-soon',
};
const OVERLAY = pathToFileURL(join(__dirname, 'overlay.mjs')).href;

const LOOK_AGAIN_MS = 300;

interface Running {
  readonly worker: ProgramProcess;
  /** Where its worker tells its figures. */
  readonly metricsUrl: string;
}

/** Builds of the workers, side by side, and what an operator of Temporal does with them. */
export class Builds {
  private readonly running = new Map<BuildName, Running>();

  constructor(private readonly environment: TestEnvironment) {}

  /** Starts a worker of a build; it gets no workflows yet. */
  async start(build: BuildName): Promise<void> {
    const address = `127.0.0.1:${await freePort()}`;
    const added = ADDED[build];
    const worker = this.environment.workers.hire({
      settings: { WORKER_BUILD_ID: build, WORKER_METRICS_ADDRESS: address },
      ...(added !== undefined && { preload: `${OVERLAY}?${added}` }),
    });
    this.running.set(build, { worker, metricsUrl: `http://${address}/metrics` });
  }

  /** Its workers end, whatever began on it. */
  async end(build: BuildName): Promise<void> {
    await this.environment.workers.dismiss(this.of(build).worker);
    this.running.delete(build);
  }

  async makeCurrent(buildId: BuildName): Promise<void> {
    await untilTaken(() => this.temporal.setWorkerDeploymentCurrentVersion({ ...this.deployment, buildId }));
    log(`  all of what is new goes to the build "${buildId}"`);
  }

  async ramp(buildId: BuildName, percentage: number): Promise<void> {
    const share = { ...this.deployment, buildId, percentage };
    await untilTaken(() => this.temporal.setWorkerDeploymentRampingVersion(share));
    log(`  ${percentage} % of what is new goes to the build "${buildId}"`);
  }

  /** Moves what is pinned to one build to another one, where it goes on; how much that was. */
  async move(from: BuildName, to: BuildName): Promise<number> {
    const moved = new Set<string>();
    const query = `ExecutionStatus = "Running" AND TemporalWorkerDeploymentVersion = "${WORKER_DEPLOYMENT}:${from}" AND TemporalWorkflowVersioningBehavior = "Pinned"`;
    // The index shows late what has been moved.
    let left = 1;
    while (left > 0) {
      await sleep(LOOK_AGAIN_MS);
      left = 0;
      for await (const { workflowId } of this.client.workflow.list({ query })) {
        left += 1;
        if (!moved.has(workflowId)) await this.moveOne(workflowId, to);
        moved.add(workflowId);
      }
    }
    log(`  ${moved.size} cases moved from the build "${from}" to the build "${to}"`);
    return moved.size;
  }

  /** What the alert on wedged workflows looks at, as a worker of this build tells it. */
  async wedged(build: BuildName): Promise<number> {
    const text = await fetch(this.of(build).metricsUrl).then((reply) => reply.text());
    return Number(/^workflows_wedged\S* (\d+)/m.exec(text)?.[1] ?? 0);
  }

  private async moveOne(workflowId: string, buildId: BuildName): Promise<void> {
    const target = { deploymentName: WORKER_DEPLOYMENT, buildId };
    await this.temporal.updateWorkflowExecutionOptions({
      namespace: this.client.options.namespace,
      workflowExecution: { workflowId },
      workflowExecutionOptions: { versioningOverride: { oneTime: { targetDeploymentVersion: target } } },
      updateMask: { paths: ['versioning_override'] },
    });
  }

  private of(build: BuildName): Running {
    const running = this.running.get(build);
    if (!running) throw new Error(`no worker of the build ${build} runs`);
    return running;
  }

  private get client(): Client {
    return this.environment.client;
  }

  private get temporal() {
    return this.client.workflowService;
  }

  private get deployment() {
    return { namespace: this.client.options.namespace, deploymentName: WORKER_DEPLOYMENT };
  }
}

/** Temporal knows a build once its workers have asked for work. */
async function untilTaken(ask: () => Promise<unknown>): Promise<void> {
  let isTaken = false;
  while (!isTaken)
    isTaken = await ask().then(
      () => true,
      () => sleep(LOOK_AGAIN_MS, false),
    );
}
