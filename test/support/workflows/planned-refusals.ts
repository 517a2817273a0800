import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operationNamed, type OperationName } from '../../../src/bank/contract';
import type { Sandbox } from '../../../src/sandbox/app';

/** A refusal, of the contract or of a bank that words it otherwise. */
interface Refusal {
  readonly status: number;
  readonly message: string;
}

interface Plan {
  readonly operation: OperationName;
  readonly refusal: Refusal;
  left: number;
}

/** A door before the sandbox that can refuse a call, for refusals that no scenario brings about. */
export class PlannedRefusals {
  private plans: Plan[] = [];
  private readonly server: Server;

  constructor(sandbox: Sandbox) {
    this.server = createServer((request, reply) => {
      const refusal = this.drawn(request);
      if (!refusal) {
        sandbox.app.routing(request, reply);
        return;
      }
      request.resume();
      reply.writeHead(refusal.status, { 'content-type': 'application/json' });
      reply.end(JSON.stringify({ status: 'failed', message: refusal.message }));
    });
  }

  /** Refuses the next calls of an operation. */
  plan(operation: OperationName, refusal: Refusal, times = 1): void {
    this.plans.push({ operation, refusal, left: times });
  }

  clear(): void {
    this.plans = [];
  }

  async listen(): Promise<string> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private drawn({ method, url = '' }: IncomingMessage): Refusal | undefined {
    const plan = this.plans.find(
      ({ operation, left }) => left > 0 && isCallOf(operation, method, url.split('?')[0] ?? ''),
    );
    if (plan) plan.left -= 1;
    return plan?.refusal;
  }
}

function isCallOf(name: OperationName, method: string | undefined, path: string): boolean {
  const operation = operationNamed(name);
  const pattern = operation.path.replaceAll(/\{\w+\}/g, '[^/]+');
  return method === operation.method && new RegExp(`^${pattern}$`).test(path);
}
