import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { readingOption, type ChosenReadings } from '../sandbox/readings/readings';

/** A day passes in a third of a second: half a year in about a minute. */
const DEMO_RATE = 259_200;
/** A day passes in a minute: time enough for a person to answer an offer. */
const START_RATE = 1_440;

/** A short window, so that several loans in a row need not wait for a quarter of an hour. */
const DEMO_WINDOW_SECONDS = 15;

/** The options of a stack. */
export interface StackOptions {
  readonly mode: 'demo' | 'start';
  readonly rate: number;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly port: number;
  readonly uiPort?: number;
  /** Port of a codec server that decrypts for every program of this machine; `undefined` for none. */
  readonly codecPort?: number;
  readonly sandboxPort: number;
  /** Port of the officers' desk; `undefined` for none. */
  readonly deskPort?: number;
  /** The bank's unusual readings of the points that the interface leaves open. */
  readonly reading: ChosenReadings;
  readonly logLevel: string;
  /** Whether the scheduled jobs (missed-event backfill, reconciliation) run. */
  readonly schedules: boolean;
  /** Demo: end when the sample has ended. */
  readonly exit: boolean;
  /** Demo: print the summary as JSON on stdout. */
  readonly json: boolean;
  /** Demo: leave the answers of borrower and officer to the person who watches. */
  readonly handsOff: boolean;
  readonly loanFile: string;
  readonly payoutFile: string;
}

/** Reads the command line. @throws CommanderError for a wrong option and for --help. */
export function readStackOptions(args: readonly string[]): StackOptions {
  let read: StackOptions | undefined;
  const program = new Command('stack')
    .description('Temporal with its Web UI, the emulated banking service and a worker, on this machine.')
    .exitOverride();
  const demo = withStackOptions(new Command('demo'), DEMO_RATE)
    .description('Start everything, run one loan and one payout, and show how they get on.')
    .option('--exit', 'end when both have ended', false)
    .option('--json', 'print the summary as JSON on stdout; everything else goes to stderr', false)
    .addOption(
      new Option('--hands-off', 'leave the answers of borrower and officer to you, on a slower clock')
        .default(false)
        .implies({ rate: START_RATE }),
    )
    .option('--loan <file>', 'the loan application', 'examples/loan-application.json')
    .option('--payout <file>', 'the payout', 'examples/payout.json')
    .action(({ loan, payout, ...options }) => {
      read = { mode: 'demo', ...withDesk(options), loanFile: loan, payoutFile: payout };
    });
  const start = withStackOptions(new Command('start'), START_RATE)
    .description('Start everything and wait for the command line to use it.')
    .action((options) => {
      const none = { exit: false, json: false, handsOff: true, loanFile: '', payoutFile: '' };
      read = { mode: 'start', ...withDesk(options), ...none };
    });
  program.addCommand(demo.exitOverride()).addCommand(start.exitOverride()).parse(args, { from: 'user' });
  if (!read) throw new Error('commander ran no command');
  return read;
}

const withStackOptions = (command: Command, rate: number) =>
  command
    .option('--rate <number>', 'business seconds per real second', number(1), rate)
    .option('--limit <calls>', 'calls that the bank allows per window', number(0), 100)
    .option(
      '--window-seconds <seconds>',
      'length of that window in real seconds',
      number(1),
      DEMO_WINDOW_SECONDS,
    )
    .option('--port <number>', 'port of Temporal; 0 takes a free one', number(0), 7233)
    .option('--ui-port <number>', 'port of the Web UI (default: the port plus 1000)', number(0))
    .option(
      '--codec-port <number>',
      'port of a codec server that asks for no login (default: no such server; the desk decrypts for people who are logged in)',
      number(0),
    )
    .option('--sandbox-port <number>', 'port of the emulated bank; 0 takes a free one', number(0), 4010)
    .option('--desk-port <number>', "port of the officers' desk; 0 takes a free one", number(0), 4040)
    .option('--no-desk', "leave the officers' desk out")
    .addOption(readingOption())
    .option('--no-schedules', 'leave the backfill of missed events and reconciliation to you')
    .option('--log-level <level>', 'how much the worker logs', 'error');

const withDesk = <O extends { desk: boolean; deskPort: number }>({ desk, deskPort, ...options }: O) => ({
  ...options,
  ...(desk && { deskPort }),
});

const number = (least: number) => (text: string) => {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= least) return value;
  throw new InvalidArgumentError(`It must be a number of at least ${least}.`);
};
