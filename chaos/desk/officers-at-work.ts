import { randomUUID } from 'node:crypto';
import type { OpenDesk } from '../../bench/desk/open-desk';
import { readCase } from '../../src/cases/snapshot';
import { startCase } from '../../src/cases/start';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { payoutInput } from '../../src/domain/payout/input';
import { doubtfulPayoutFile, endOfPayout, timesCommitted } from '../payouts';
import { log } from '../report';
import type { TestEnvironment } from '../test-environment';
import { persist, untilOffered, type AnsweredCommand, type Order, type Sender } from './commands';
import { kinds } from '../../src/domain/kinds';

const NOTES_EACH = 4;

/** Officers who bring payouts to their end over HTTP, one after the other, until told to stop. */
export class OfficersAtWork {
  readonly commands: AnsweredCommand[] = [];
  /** Payouts that did not come to their end. */
  stuck = 0;
  private started = 0;

  constructor(
    private readonly environment: TestEnvironment,
    private readonly desk: OpenDesk,
    private readonly sender: Sender,
  ) {}

  /** Every payout that was begun is brought to its end. */
  async work(officers: number, isOver: () => boolean): Promise<void> {
    const one = async (_: unknown, place: number) => {
      do await this.payout(`operator-${place + 1}`).catch((error: unknown) => this.noteStuck(String(error)));
      while (!isOver());
    };
    await Promise.all(Array.from({ length: officers }, one));
  }

  /** Notes, a note which must be refused, the name by one operator, its confirmation by another one. */
  private async payout(name: string): Promise<void> {
    const { client, sandbox } = this.environment;
    const file = doubtfulPayoutFile('desk', this.started++);
    const { reference } = file;
    await persist(() => startCase(client, kinds.payout, payoutInput.parse(file)));
    const officer = await persist(() => this.desk.officer(name, ['operator']));
    await untilOffered(officer, reference, 'confirmName');
    const give = async (order: Omit<Order, 'reference'>, effects: () => Promise<number>, isDue = true) => {
      const { receipt, refusal } = await this.sender.send(officer, { reference, ...order });
      this.commands.push({ what: `${order.command} to ${reference}`, refusal, isDue, effects });
      return receipt;
    };
    const entries = async (matches: (what: string, note?: string) => boolean) => {
      const { timeline } = await readCase(client, caseId('payout', reference));
      return timeline.filter(({ what, note }) => matches(what, note)).length;
    };
    const note = (more: object, isDue: boolean) => {
      const text = randomUUID();
      const body = { fields: { text }, ...more };
      return give({ command: 'addNote', body }, () => entries((_, noted) => noted === text), isDue);
    };
    for (let count = 0; count < NOTES_EACH; count++) await note({}, true);
    await note({ expectedStage: 'PENDING' }, false);
    const reason = { fields: { reason: 'CHECKED_WITH_BENEFICIARY' } };
    const proposed = await give({ command: 'confirmName', body: reason }, () =>
      entries((what) => what.startsWith('Proposed:')),
    );
    const { proposed: expectedDigest } = Object(proposed) as { readonly proposed?: string };
    const second = await persist(() => this.desk.officer(`second-${name}`, ['operator']));
    const confirmation = { reference, command: 'confirmProposal', body: { fields: { expectedDigest } } };
    const { refusal } = await this.sender.send(second, confirmation);
    this.commands.push({
      ...{ what: `confirmProposal to ${reference}`, refusal, isDue: true },
      effects: async () => timesCommitted(sandbox.state, reference),
    });
    const end = await persist(() => endOfPayout(client, reference));
    if (end !== 'SUCCESS') this.noteStuck(`${reference} has not come to its end (${end})`);
  }

  private noteStuck(why: string): void {
    this.stuck += 1;
    log(`  ${why}`);
  }
}
