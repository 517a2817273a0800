import { access, constants, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isNativeError } from 'node:util/types';
import { keysAddress } from '../../authority/login';
import { createBankClient, type BankKey } from '../../bank/client';
import {
  NotAuthorisedError,
  RateLimitedError,
  RequestRefusedError,
  UnexpectedResponseError,
} from '../../bank/errors';
import { SIGNATURE_HEADER } from '../../bank/contract/codes';
import { readBankConfig, readConfig } from '../../config/read-config';
import { KeyFileError } from '../../secrets/key-files';
import { doubtful, examined, fine, wrong, type Finding } from './finding';

const EXPIRED = "whoever runs it renews its certificate; look at this machine's clock, too";
const OWN_AUTHORITY = 'for an authority of your own set NODE_EXTRA_CA_CERTS in the shell';

/** Calls the bank once, which changes nothing, needs both keys, and counts as one call of the window. */
export const lookAtBank = (): Promise<Finding[]> =>
  examined('Bank', remedyOfBank, async () => {
    const settings = readBankConfig();
    const bank = createBankClient(settings);
    try {
      const banks = await bank.listBanks({});
      return [fine('Bank', `${settings.baseUrl} takes the keys, and lists ${banks.length} banks`)];
    } finally {
      await bank.close();
    }
  });

/** What to do about a call of the bank that failed, by its cause. */
export function remedyOfBank(error: unknown): string {
  const why = String(error);
  if (error instanceof NotAuthorisedError && error.status === 403)
    return 'ask the bank to give this key the right';
  if (error instanceof NotAuthorisedError || error instanceof KeyFileError) {
    const { key, apiKey } = readBankConfig();
    const variable = (name: string, given: BankKey) => (typeof given === 'string' ? name : `${name}_FILE`);
    return `give ${variable('SERVICE_KEY', key)} and ${variable('SERVICE_API_KEY', apiKey)} the keys of this bank`;
  }
  if (error instanceof RateLimitedError) return 'wait until the window of the bank opens';
  if (error instanceof RequestRefusedError || error instanceof UnexpectedResponseError)
    return 'something else answers there: look at the path of SERVICE_BASE_URL';
  if (why.includes('CERT_HAS_EXPIRED')) return EXPIRED;
  if (/CERT|SELF_SIGNED|ISSUER|ALTNAME|SIGNATURE/.test(why))
    return `SERVICE_BASE_URL must name the host as its certificate does; ${OWN_AUTHORITY}`;
  return 'look at SERVICE_BASE_URL, and at the way to it';
}

/** Whether the login provider describes itself as the issuer that the environment names. */
export const lookAtProvider = (issuerIn: () => string | undefined): Promise<Finding[]> =>
  examined('Login provider', remedyOfProvider, async () => {
    const issuer = issuerIn();
    if (issuer === undefined)
      return [doubtful('Login provider', 'none: workers cannot check fresh logins', 'set OIDC_ISSUER')];
    const { host } = await keysAddress(issuer).catch((error: unknown) => {
      throw new Error(`${issuer} does not answer as an OpenID provider of this name: ${reasonIn(error)}`);
    });
    return [fine('Login provider', `${issuer} describes itself; its keys are at ${host}`)];
  });

/** What to do about a login provider that does not answer as it should, by the cause. */
export function remedyOfProvider(error: unknown): string {
  if (String(error).includes('has expired')) return EXPIRED;
  return `look at OIDC_ISSUER and at the way to it; ${OWN_AUTHORITY}`;
}

/** What a program of this installation answers; `undefined` if nothing does. */
export const textAt = (place: string): Promise<string | undefined> =>
  fetch(place, { signal: AbortSignal.timeout(2_000) })
    .then((reply) => reply.text())
    .catch(() => undefined);

/** What the receiver of this environment has counted: only a delivery shows with which secret the bank signs. */
export const lookAtDeliveries = (): Promise<Finding[]> =>
  examined('Deliveries', 'look at the receiver', async () => {
    const { host, port, authentication } = readConfig(['webhooks']).webhooks;
    if (authentication === 'unsigned') return [];
    const place = `http://${host}:${port}/metrics`;
    const metrics = await textAt(place);
    if (metrics === undefined)
      return [wrong('Deliveries', `nothing listens at ${place}`, 'start the receiver')];
    const counted = (outcome: string) => Number(new RegExp(`"${outcome}"} (\\d+)`).exec(metrics)?.[1] ?? 0);
    const [taken, failed, refused] = [counted('taken'), counted('failed'), counted('refused')];
    const [missing, different] = [counted('missing'), counted('different')];
    const other = counted('other');
    if (other > 0 && counted('current') === 0) {
      const found = `all of ${other} deliveries since its start were signed with the other secret`;
      return [doubtful('Deliveries', found, OTHER_SECRET)];
    }
    if (taken > 0) return [fine('Deliveries', `the receiver took ${taken} and refused ${refused}`)];
    if (failed > 0)
      return [wrong('Deliveries', `the receiver took none, and asked for ${failed} again`, LOG_OF_RECEIVER)];
    if (missing + different === 0) {
      const found = `the receiver counts none: nobody knows whether WEBHOOK_SECRET is the bank's`;
      return [doubtful('Deliveries', found, 'look again after an event of the bank')];
    }
    const header = authentication.header ?? SIGNATURE_HEADER;
    const found = `the receiver took none: ${missing} came without the header ${header}, and ${different} with a signature that WEBHOOK_SECRET did not make`;
    return [wrong('Deliveries', found, different > 0 ? SECRET_OF_BANK : HEADER_OF_BANK)];
  });

const LOG_OF_RECEIVER = 'its log says why: mostly Temporal is away, or no worker has its encryption key';
const SECRET_OF_BANK =
  "set WEBHOOK_SECRET to the signature_secret of the bank's reply to PUT /v1/webhook, and restart the receiver";
const OTHER_SECRET =
  'set WEBHOOK_SECRET to the one that the bank signs with; until it does, keep WEBHOOK_SECRET_OTHER';
const HEADER_OF_BANK = 'set WEBHOOK_SIGNATURE_HEADER: the log of the receiver names the headers that came';

/** The folder of the documents: a desk writes into it, workers read it. */
export const lookAtDocuments = (mode: 'read' | 'write'): Promise<Finding[]> =>
  examined('Documents', `make the folder, give its disk room, and let this program ${mode} it`, async () => {
    const { folder } = readConfig(['documents']).documents;
    await access(folder, constants.R_OK | constants.X_OK)
      .then(() => (mode === 'write' ? writeInto(folder) : undefined))
      .catch(unusable('the folder that DOCUMENTS_DIR names', mode));
    return [fine('Documents', `the folder is there, to ${mode}`)];
  });

/** Whether the signer of the audit can append to its export file. */
export const lookAtExport = (): Promise<Finding[]> =>
  examined('Export', 'make its folder, give its disk room, and let this program write there', async () => {
    const { file } = readConfig(['auditExport']).auditExport;
    await writeInto(dirname(file))
      .then(() => open(file, 'r+').then((opened) => opened.close(), unlessMissing))
      .catch(unusable('the file that AUDIT_EXPORT_FILE names', 'write'));
    return [fine('Export', `${file} can be written`)];
  });

/** Writes a byte into a folder, since a full disk shows only then, and takes it away. */
async function writeInto(folder: string): Promise<void> {
  const path = join(folder, `.doctor-${process.pid}`);
  await writeFile(path, '.').finally(() => rm(path, { force: true }));
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

const unusable = (place: string, mode: string) => (error: NodeJS.ErrnoException) => {
  const why = error.code === 'ENOSPC' ? 'ENOSPC: the disk is full' : error.code;
  throw new Error(`${place} is missing, or not to ${mode} (${why})`);
};

/** The deepest cause, since fetch's own error says only that it failed. */
const reasonIn = (error: unknown): string =>
  isNativeError(error) ? (error.cause === undefined ? error.message : reasonIn(error.cause)) : String(error);
