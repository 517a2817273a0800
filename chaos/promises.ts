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

  /**
   * Sends a command as soon as the case takes it; it is kept when its note stands in the timeline. Refused ones promise
   * nothing.
   */
  async command(workflowId: string, command: string, fields: (file: CaseFile) => object): Promise<void> {
    const { client } = this.arena;
    const requestId = `${workflowId}-${command}-${this.made.length}`.replaceAll(':', '-');
    const said = { actor: 'operator-1', role: 'operator', requestId, note: requestId } as const;
    const file = await this.caseWith(workflowId, command);
    const send = () => sendCommand(client, workflowId, command, { ...said, ...fields(file) });
    if (!(await insist(send))) return;
    const isKept = async () => (await this.look(workflowId)).timeline.some(({ note }) => note === requestId);
    this.made.push({ what: `${command} to ${workflowId}`, isKept });
  }

  /** Those of which nothing is to be seen. */
  async broken(): Promise<string[]> {
    const kept = await Promise.all(this.made.map(({ isKept }) => isKept()));
    return this.made.filter((_, place) => !kept[place]).map(({ what }) => what);
  }

  /** The case, once it takes a command, or has ended without. */
  private async caseWith(workflowId: string, command: string): Promise<CaseFile> {
    for (;;) {
      const file = await this.look(workflowId);
      if (file.ended || file.commands.includes(command)) return file;
      await sleep(LOOK_EVERY_MS);
    }
  }

  private async look(workflowId: string): Promise<CaseFile> {
    const files: CaseFile[] = [];
    await insist(async () => files.push(await readCase(this.arena.client, workflowId)));
    return files[0]!;
  }
}
