import { dirname, join } from 'node:path';
import type { DeskStack } from '../../desk/stack';
import { replayAll } from '../../replay/cases-of-stack';
import { processesOf } from '../../program';
import { browserTest, hasBrowser, TestBrowser } from '../browser';
import { startDay } from './day';
import { Hand } from './hand';

/** Where the day goes on: a stack that runs already, for work on these tests, or one of its own. */
interface Place {
  readonly url: string;
  readonly sandboxUrl: string;
}

/** So long a busy machine may take for what a page is to show. */
const PATIENCE_MS = 90_000;

/** What a browser says of a network that a task has cut. */
const OF_A_CUT_NETWORK = /net::ERR_FAILED|net::ERR_INTERNET_DISCONNECTED/;

/** The people of one task, each in a browser of their own. */
export interface People {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly as: (user: string, view?: Partial<Parameters<TestBrowser['open']>[0]>) => Promise<Hand>;
}

/** A day at a real desk: its tasks run one after the other, and each prints a line of what it took. */
export class Day {
  readonly browser = new TestBrowser();
  private stack: DeskStack | undefined;
  private place: Place = { url: '', sandboxUrl: '' };

  constructor(waiting: number) {
    beforeAll(async () => {
      await this.browser.start();
      const [url, sandboxUrl] = [process.env['TEST_DESK_URL'], process.env['TEST_SANDBOX_URL']];
      if (url !== undefined && sandboxUrl !== undefined) this.place = { url, sandboxUrl };
      else if (hasBrowser) this.place = this.stack = await startDay(waiting);
    });
    afterEach(() => this.browser.closePages());
    afterAll(async () => {
      await this.browser.stop();
      await this.stack?.stop();
    });
  }

  /**
   * One task of the list: it must come to its end, within so many presses of keys and buttons. A failed one does not
   * stop the others. `npm run proofs -- officers-day -t '^14:'` performs one alone.
   */
  task(number: number, task: string, atMost: number, act: (people: People) => Promise<void>): void {
    this.told(`${number}: ${task}`, async () => {
      const hands = await this.with(act);
      const sum = (of: (hand: Hand) => number) => hands.reduce((all, hand) => all + of(hand), 0);
      const presses = sum((hand) => hand.presses);
      expect(presses).toBeLessThanOrEqual(atMost);
      return `${presses} of ${atMost} presses, ${sum((hand) => hand.fields)} fields`;
    });
  }

  /** Something else that holds on such a day. */
  check(sentence: string, act: (people: People) => Promise<void>): void {
    this.told(sentence, async () => {
      await this.with(act);
      return 'holds';
    });
  }

  /** What the tasks have made of the cases, another worker could take over. */
  replays(): void {
    this.told('every case of the day can go on at another worker', async () => {
      if (!this.stack) return 'left out: of a stack that runs already the keys are not known';
      const { temporalAddress, ringFile } = this.stack;
      const { broken, replayed } = await replayAll(
        temporalAddress,
        join(dirname(ringFile), 'encryption-keys.json'),
      );
      expect(broken).toEqual([]);
      return `${replayed} histories replay`;
    });
  }

  /** While a program of the stack stands still, its pages say so, and they go on with it. */
  frozen(program: RegExp, what: string, act: (maker: Hand, goOn: () => void) => Promise<void>): void {
    this.told(`${what} is told within seconds, and the page goes on once it does`, async () => {
      if (!this.stack) return 'left out: a stack that runs already is not ours to stop';
      const pids = processesOf(this.stack.program.processes(), program);
      expect(pids.length).toBeGreaterThan(0);
      const tell = (signal: NodeJS.Signals) => pids.forEach((pid) => tellIfThere(pid, signal));
      try {
        await this.with(async ({ as }) => {
          const maker = await as('maker');
          await maker.page.getByRole('table', { name: 'Cases' }).waitFor();
          tell('SIGSTOP');
          await act(maker, () => tell('SIGCONT'));
        });
        return 'holds';
      } finally {
        tell('SIGCONT');
      }
    });
  }

  /** A test that prints at once what came of it: jest keeps what it has to say until all are done. */
  private told(sentence: string, act: () => Promise<string>): void {
    browserTest(sentence, async () => {
      const began = performance.now();
      const tell = (what: string) =>
        process.stderr.write(`${sentence}: ${what}, ${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
      try {
        tell(await act());
      } catch (error) {
        tell(`FAILED ${String(error).slice(0, 1_500)}`);
        throw error;
      }
    });
  }

  /** Acts with people at the desk, whose pages must have nothing to complain about. */
  private async with(act: (people: People) => Promise<void>): Promise<Hand[]> {
    const hands: Hand[] = [];
    const complaints: string[][] = [];
    const as: People['as'] = async (user, view) => {
      const opened = await this.browser.open({ url: this.place.url, ...view });
      opened.page.setDefaultTimeout(PATIENCE_MS);
      const hand = new Hand(opened.page, this.place.url);
      await hand.logIn(user);
      hands.push(hand);
      complaints.push(opened.complaints);
      return hand;
    };
    try {
      await act({ ...this.place, as });
    } catch (error) {
      throw new Error(`${String(error)}\nThe dialogs: ${await dialogsOf(hands)}`, { cause: error });
    }
    expect(complaints.flat().filter((complaint) => !OF_A_CUT_NETWORK.test(complaint))).toEqual([]);
    return hands;
  }
}

/** What stands in the open dialogs: a failed task may have met a form that could not be sent. */
async function dialogsOf(hands: readonly Hand[]): Promise<string> {
  const texts = await Promise.all(hands.map(({ page }) => page.getByRole('dialog').allInnerTexts()));
  return JSON.stringify(texts.flat()).slice(0, 600);
}

/** A database's processes come and go with its connections. */
function tellIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
