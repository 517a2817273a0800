import { KeyFileError } from '../src/secrets/key-files';
import { ConfigError, readBankConfig } from '../src/config/read-config';
import { isAnswered, readCommandLine, type Options } from './command-line';
import { asMarkdown, asTable, listing, asText, readingsText, type Report } from './report';
import { isLoopback, probe, type Probe, CannotReach } from './probe';

const HOLDS = 0;
const FAILED = 1;
const WRONG_USE = 2;
const UNREACHABLE = 3;

const log = (sentence: string) => process.stderr.write(`${sentence}\n`);
const print = (text: string) => process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
const asJson = (value: unknown) => JSON.stringify(value, null, 2);

async function main(argv: readonly string[]): Promise<number> {
  const options = readCommandLine(argv);
  return options.list ? list(options) : run(options);
}

function list({ json, markdown }: Options): number {
  print(json ? asJson(listing()) : markdown ? asMarkdown() : asTable());
  return HOLDS;
}

async function run(options: Options): Promise<number> {
  const settings = settingsFrom(options);
  if (!isLoopback(settings.baseUrl) && !options.yesCreateRecords) {
    log(`This creates test records on ${settings.baseUrl.host}. Log that you want it: --yes-create-records.`);
    return WRONG_USE;
  }
  const found = await probe(settings);
  print(shown(found, options));
  if (options.readings) return HOLDS;
  return found.holds === found.rows.length ? HOLDS : FAILED;
}

function shown(found: Report, { json, readings, only }: Options): string {
  if (json) return asJson(readings ? found.seen : found);
  const seen = readingsText(found.seen);
  return readings ? seen : only ? asText(found) : `${asText(found)}\n\n${seen}`;
}

function settingsFrom({ baseUrl, only, bvn, sourceAccount, ...options }: Options): Probe {
  const bank = readBankConfig(baseUrl && { SERVICE_BASE_URL: baseUrl.href });
  const address = new URL(bank.baseUrl);
  return {
    ...bank,
    baseUrl: address,
    patienceMs: options.patienceSeconds * 1000,
    ...(only && { rows: only }),
    asksForReadings: options.readings === true || !only,
    movesMoney: isLoopback(address) || options.includeMoney === true,
    given: { ...(bvn && { bvn }), ...(sourceAccount && { sourceNumber: sourceAccount }) },
    log,
  };
}

/** Logs an error as a sentence and returns its exit code. */
function explained(error: unknown): number {
  if (isAnswered(error)) return error.exitCode === 0 ? HOLDS : WRONG_USE;
  if (error instanceof CannotReach) {
    log(error.message);
    return UNREACHABLE;
  }
  if (!(error instanceof ConfigError || error instanceof KeyFileError)) throw error;
  log(error.message);
  return WRONG_USE;
}

void main(process.argv.slice(2))
  .catch(explained)
  .then((code) => {
    process.exitCode = code;
  });
