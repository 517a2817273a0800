import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operationNamed, type OperationName } from '../../../src/bank/contract';
import type { Sandbox } from '../../../sandbox/app';

/** A refusal, of the contract or of a bank that words it otherwise. */
interface Refusal {
  readonly status: number;
  readonly message: string;
}

interface Plan {
  readonly operation: OperationName;
  readonly status: number;
  readonly body: object;
  left: number;
}

/** A door before the sandbox that can refuse or answer a call, as no scenario does. */
export class PlannedRefusals {
  private plans: Plan[] = [];
  private readonly server: Server;

  constructor(sandbox: Sandbox) {
    this.server = createServer((request, reply) => {
      const planned = this.drawn(request);
      if (!planned) {
        sandbox.app.routing(request, reply);
        return;
      }
      request.resume();
      reply.writeHead(planned.status, { 'content-type': 'application/json' });
      reply.end(JSON.stringify(planned.body));
    });
  }

  /** Refuses the next calls of an operation. */
  plan(operation: OperationName, { status, message }: Refusal, times = 1): void {
    this.plans.push({ operation, status, body: { status: 'failed', message }, left: times });
  }

  /** Answers the next calls of an operation with this instead of carrying them out. */
  answer(operation: OperationName, data: object, times = 1): void {
    this.plans.push({ operation, status: 200, body: { status: 'success', message: '', data }, left: times });
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

  private drawn({ method, url = '' }: IncomingMessage): Plan | undefined {
    const plan = this.plans.find(
      ({ operation, left }) => left > 0 && isCallOf(operation, method, url.split('?')[0] ?? ''),
    );
    if (plan) plan.left -= 1;
    return plan;
  }
}

function isCallOf(name: OperationName, method: string | undefined, path: string): boolean {
  const operation = operationNamed(name);
  const pattern = operation.path.replaceAll(/\{\w+\}/g, '[^/]+');
  return method === operation.method && new RegExp(`^${pattern}$`).test(path);
}
