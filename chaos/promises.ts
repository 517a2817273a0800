import { setTimeout as sleep } from 'node:timers/promises';
import type { CaseFile } from '../src/domain/case-file';
import { readCase } from '../src/starter/case-reader';
import { sendCommand } from '../src/starter/send-command';
import type { Arena } from './arena';
import { insist } from './insist';

/** Something that was acknowledged, and how its effect shows. */
interface Promised {
  readonly what: string;
  readonly isKept: () => Promise<boolean>;
}

const LOOK_EVERY_MS = 200;

/** What the server has acknowledged: starts and commands, each asked for until there is an answer. */
export class Promises {
  private readonly made: Promised[] = [];

  constructor(private readonly arena: Arena) {}

  get count(): number {
    return this.made.length;
  }

  /** Starts something; it is kept when it comes to its good end. */
  async start(what: string, start: () => Promise<unknown>, isKept: () => Promise<boolean>): Promise<void> {
    await insist(start);
    this.made.push({ what: `${what} started`, isKept });
  }

  /** Sends a command when the case takes it; it is kept when its note stands in the timeline. */
  async command(workflowId: string, command: string, fields: (file: CaseFile) => object): Promise<void> {
    const requestId = `${workflowId}-${command}-${this.made.length}`.replaceAll(':', '-');
    const said = { actor: 'operator-1', role: 'operator', requestId, note: requestId } as const;
    for (let file = await this.look(workflowId); !file.ended; file = await this.look(workflowId)) {
      const payload = { ...said, ...fields(file) };
      const send = () => sendCommand(this.arena.client, workflowId, command, payload);
      if (file.commands.includes(command) && (await insist(send))) break;
      await sleep(LOOK_EVERY_MS);
    }
    const isKept = async () => (await this.look(workflowId)).timeline.some(({ note }) => note === requestId);
    this.made.push({ what: `${command} to ${workflowId}`, isKept });
  }

  /** Those of which nothing is to be seen. */
  async broken(): Promise<string[]> {
    const kept = await Promise.all(this.made.map(({ isKept }) => isKept()));
    return this.made.filter((_, place) => !kept[place]).map(({ what }) => what);
  }

  private async look(workflowId: string): Promise<CaseFile> {
    const files: CaseFile[] = [];
    await insist(async () => files.push(await readCase(this.arena.client, workflowId)));
    return files[0]!;
  }
}
