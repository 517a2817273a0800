import { Command, CommanderError, InvalidArgumentError } from '@commander-js/extra-typings';
import { operationNames, type OperationName } from '../src/bank/contract';

const EPILOGUE = `
The probe creates test records under the base address: a customer, two accounts, two loan applications. It sends one
small payout and one flush between its own accounts, and charges one small repayment. Against any address but this
machine's own it therefore asks for --yes-create-records, and moves money only with --include-money.
The keys come from SERVICE_KEY and SERVICE_API_KEY.

Exit codes: 0 every row holds, 1 some row does not, 2 wrong use, 3 nothing answers.

Examples:
  npm run contract -- --base-url http://127.0.0.1:4010      (a sandbox: let its clock run, --rate 3600)
  npm run contract -- --base-url http://127.0.0.1:4010 --only getAccount,createPayout --json
  npm run contract -- --list --json`;

/** Parses the command line of the probe. */
export function readCommandLine(argv: readonly string[]) {
  return new Command('contract')
    .description('Checks every row of the contract against a running bank.')
    .option('--base-url <url>', 'address of the bank (otherwise SERVICE_BASE_URL)', address)
    .option('--only <names>', 'only these rows, separated by commas', names)
    .option('--patience-seconds <seconds>', 'longest wait for one state of the bank', seconds, 120)
    .option('--bvn <digits>', "the test customer's BVN, where the bank knows only some", bvn)
    .option('--source-account <number>', 'account the small payout is sent from')
    .option('--yes-create-records', 'create test records on a bank that is not on this machine')
    .option('--include-money', 'also move money on a bank that is not on this machine')
    .option('--list', 'only list the rows of the contract; needs no bank')
    .option('--markdown', 'with --list: as a document')
    .option('--readings', 'only how the bank reads what the interface leaves open, and the settings for it')
    .option('--json', 'JSON on stdout, and nothing else there')
    .allowExcessArguments(false)
    .addHelpText('after', EPILOGUE)
    .exitOverride()
    .parse(argv, { from: 'user' })
    .opts();
}

export type Options = ReturnType<typeof readCommandLine>;

/** Whether commander has already answered: with help, or with an error about the command line. */
export const isAnswered = (error: unknown): error is CommanderError => error instanceof CommanderError;

function address(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('It must be an http(s) address.');
  return url;
}

function names(text: string): ReadonlySet<OperationName> {
  const given = text.split(',').map((name) => name.trim());
  const unknown = given.filter((name) => !operationNames.some((known) => known === name));
  if (unknown.length > 0) throw new InvalidArgumentError(`No such row: ${unknown.join(', ')}. See --list.`);
  return new Set(given as OperationName[]);
}

function seconds(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of seconds.');
  return Number(text);
}

function bvn(text: string): string {
  if (!/^\d{11}$/.test(text)) throw new InvalidArgumentError('It must be 11 digits.');
  return text;
}
