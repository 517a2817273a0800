import { setTimeout as sleep } from 'node:timers/promises';
import type { CaseSnapshot } from '../src/domain/case/snapshot';
import { readCase } from '../src/cases/snapshot';
import { sendCommand } from '../src/cases/commands';
import type { TestEnvironment } from './test-environment';
import { retryUntilAcknowledged } from './retry-until-acknowledged';

/** Something that was acknowledged, and how its effect shows. */
interface AcknowledgedWrite {
  readonly what: string;
  readonly isKept: () => Promise<boolean>;
}

const LOOK_EVERY_MS = 200;
/** The server refuses more queries that wait for one worker. */
const LOOKED_AT_A_TIME = 10;

/** What the server has acknowledged: starts and commands, each asked for until there is an answer. */
export class AcknowledgedWrites {
  private readonly made: AcknowledgedWrite[] = [];

  constructor(private readonly environment: TestEnvironment) {}

  get count(): number {
    return this.made.length;
  }

  /** Starts something; it is kept when it comes to its good end. */
  async start(what: string, start: () => Promise<unknown>, isKept: () => Promise<boolean>): Promise<void> {
    await retryUntilAcknowledged(start);
    this.made.push({ what: `${what} started`, isKept });
  }

  /** Sends a command when the case takes it; it is kept when its note stands in the timeline, perhaps after a reason. */
  async command(
    workflowId: string,
    command: string,
    fields: (snapshot: CaseSnapshot) => object,
  ): Promise<void> {
    const requestId = `${workflowId}-${command}-${this.made.length}`.replaceAll(':', '-');
    const said = { actor: 'operator-1', role: 'operator', requestId, note: requestId } as const;
    for (
      let snapshot = await this.look(workflowId);
      !snapshot.ended;
      snapshot = await this.look(workflowId)
    ) {
      const payload = { ...said, ...fields(snapshot) };
      const send = () => sendCommand(this.environment.client, workflowId, command, payload);
      if (snapshot.commands.includes(command) && (await retryUntilAcknowledged(send))) break;
      await sleep(LOOK_EVERY_MS);
    }
    const isKept = async () =>
      (await this.look(workflowId)).timeline.some(({ note }) => note?.endsWith(requestId));
    this.made.push({ what: `${command} to ${workflowId}`, isKept });
  }

  /** Those of which nothing is to be seen. */
  async broken(): Promise<string[]> {
    const [left, broken]: [AcknowledgedWrite[], string[]] = [[...this.made], []];
    const next = async () => {
      for (let write = left.pop(); write; write = left.pop())
        if (!(await write.isKept())) broken.push(write.what);
    };
    await Promise.all(Array.from({ length: LOOKED_AT_A_TIME }, next));
    return broken;
  }

  private async look(workflowId: string): Promise<CaseSnapshot> {
    const seen: CaseSnapshot[] = [];
    await retryUntilAcknowledged(async () => seen.push(await readCase(this.environment.client, workflowId)));
    return seen[0]!;
  }
}
