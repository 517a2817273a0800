import { Option, type Command } from '@commander-js/extra-typings';
import { refusal } from '../../cases/request-error';
import { ConfigError, inheritedEnvironment, programs, readConfig } from '../../config/read-config';
import { temporalTarget } from '../../temporal/connection';
import { runningStack } from '../../temporal/running-stack';
import { columns, examples, inform, printResult } from '../terminal';
import { doubtful, examined, fine, type Finding } from './finding';
import { desksSettings, lookAtClient, lookAtDeskFiles, lookAtRunningDesk } from './desk';
import {
  lookAtAuditKey,
  lookAtAuthority,
  lookAtEncryption,
  lookAtOwnRing,
  keyIn,
  lookAtSignersKey,
  lookAtSigningKey,
  workersSettings,
} from './keys';
import {
  lookAtBank,
  lookAtDeliveries,
  lookAtDocuments,
  lookAtExport,
  lookAtProvider,
} from './services-and-folders';
import { lookAtRecords, workersRecords, type Looking } from './records';
import { lookAtTemporal } from './temporal';

const WORDS = { fine: 'fine', doubtful: 'DOUBTFUL', wrong: 'WRONG' };

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'Look at everything that a program needs, in the environment of this shell, and say what to do about it. It changes nothing. For a worker it calls the bank once.',
    )
    .addOption(
      new Option('--for <program>', 'whose environment this is')
        .choices(['worker', 'desk', 'webhooks', 'audit-signer', 'codec', 'retention', 'person'])
        .default(undefined, 'the one whose variables are set'),
    )
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', examples('doctor', 'doctor --for desk --json'))
    .action(async ({ for: given, json }) => {
      const patient = given ?? likelyProgram(inheritedEnvironment());
      if (given === undefined)
        inform(`Looked at as the environment for ${patient}; --for names another program.`);
      const findings = await (isOfStack() ? lookAtStack() : looks[patient]());
      printResult(json, findings, findingsView);
      const faults = findings.filter(({ verdict }) => verdict === 'wrong').length;
      if (faults > 0) throw refusal(`${faults} of ${findings.length} things are wrong.`);
    });
}

/** A variable of each program that no other one reads; whoever has none of them signs, or is yet to become a worker. */
const TELLING = {
  worker: ['SERVICE_BASE_URL'],
  desk: ['DESK_NAMES_KEY_FILE'],
  webhooks: ['WEBHOOK_SECRET', 'WEBHOOK_UNSIGNED'],
  'audit-signer': ['AUDIT_EXPORT_FILE'],
  retention: ['RETENTION_DAYS'],
  codec: ['CODEC_TOKEN'],
  person: ['STARTER_KEY', 'AUTHORITY_KEYS'],
} satisfies Readonly<Record<keyof typeof looks, readonly string[]>>;

export function likelyProgram(environment: NodeJS.ProcessEnv): keyof typeof looks {
  const isSet = (name: string) => (environment[name] ?? '') !== '';
  const told = Object.entries(TELLING).find(([, variables]) => variables.some(isSet));
  return (told?.[0] ?? 'worker') as keyof typeof looks;
}

/** A line per finding, and under it the remedy. */
export const findingsView = (findings: readonly Finding[], words = WORDS): string => {
  const lines = columns(findings.map(({ what, verdict, found }) => [what, words[verdict], found]));
  return findings
    .flatMap(({ todo }, place) => [lines[place] ?? '', ...(todo === undefined ? [] : [`  To do: ${todo}.`])])
    .join('\n');
};

/** Whether a stack runs on this machine: only it knows its keys and its database, whatever this shell has. */
function isOfStack(): boolean {
  try {
    return runningStack(temporalTarget({ encryption: 'off' }).connectionOptions.address) !== undefined;
  } catch (error) {
    // The other checks report an unusable address with all other problems.
    if (error instanceof ConfigError) return false;
    throw error;
  }
}

const lookAtStack = async (): Promise<Finding[]> => [
  fine('Stack', 'runs on this machine, with keys, policy and database of its own'),
  ...(await lookAtTemporal()),
];

const looks = {
  async worker() {
    const records = await lookAtRecords(workersRecords, { program: 'worker', own: await workersSettings() });
    return together([
      lookAtTemporal(records.aheadMs),
      lookAtEncryption('worker'),
      lookAtAuthority(),
      Promise.resolve(records.findings),
      lookAtAuditKey(),
      lookAtBank(),
      lookAtDocuments('read'),
      lookAtProvider(() => readConfig(['freshLogins']).freshLogins?.issuer),
      settings('worker'),
    ]);
  },
  desk: async () =>
    together([
      lookAtTemporal(),
      lookAtEncryption('reader'),
      lookAtDatabase({
        ...{ program: 'desk', own: desksSettings() },
        deskKey: keyIn(() => readConfig(['desk']).desk.keyFile),
        signerKey: () => readConfig(['auditor']).auditor.signerKeyFile,
      }),
      lookAtDocuments('write'),
      // Before all that read settings of the desk, or each mistake in them would stand under the first of these.
      settings('desk'),
      lookAtProvider(() => readConfig(['desk']).desk.provider.issuer),
      lookAtSigningKey('DESK_KEY', () => readConfig(['desk']).desk.keyFile),
      lookAtClient(),
      lookAtDeskFiles(),
      lookAtRunningDesk(),
    ]),
  webhooks: async () =>
    together([lookAtTemporal(), lookAtEncryption('sender'), settings('webhooks'), lookAtDeliveries()]),
  codec: async () => together([lookAtEncryption('reader'), settings('codec')]),
  retention: async () =>
    together([lookAtDatabase({ seesKeeper: false }), lookAtDocuments('write'), settings('retention')]),
  'audit-signer': async () =>
    together([
      lookAtDatabase({
        program: 'audit-signer',
        seesKeeper: false,
        signerKey: () => readConfig(['auditSigner']).auditSigner.keyFile,
        exportFile: () => readConfig(['auditExport']).auditExport.file,
      }),
      lookAtSignersKey(),
      lookAtExport(),
      settings('audit-signer'),
    ]),
  person: async () =>
    together([
      lookAtTemporal(),
      lookAtEncryption('sender', true),
      lookAtSigningKey('STARTER_KEY', () => readConfig(['signing']).signing.keyFile),
      lookAtOwnRing(),
      lookAtOwnBank(),
    ]),
} satisfies Readonly<Record<string, () => Promise<Finding[]>>>;

const lookAtDatabase = async (seen: Looking = {}): Promise<readonly Finding[]> =>
  (await lookAtRecords(() => readConfig(['database']).database.url, seen)).findings;

/** Whether a person means the bank environment that the workers have. */
const lookAtOwnBank = (): Promise<readonly Finding[]> =>
  examined('Settings', '.env.example explains each variable', async () => {
    const { bankEnvironment } = readConfig(['signing']).signing;
    if ((inheritedEnvironment()['DATABASE_URL'] ?? '') !== '')
      return [...(await lookAtDatabase({ own: { BANK_ENVIRONMENT: bankEnvironment } }))];
    const found = `BANK_ENVIRONMENT is ${bankEnvironment}; without DATABASE_URL nobody compares it with the workers'`;
    return [doubtful('Settings', found, 'compare it with starter.env of the installation')];
  });

/** All findings, without a fault's repetitions. */
async function together(found: readonly Promise<readonly Finding[]>[]): Promise<Finding[]> {
  const all = (await Promise.all(found)).flat();
  return all.filter(
    ({ verdict, found: fault }, place) =>
      verdict !== 'wrong' || all.findIndex((other) => other.found === fault) === place,
  );
}

const settings = (program: keyof typeof programs): Promise<Finding[]> =>
  examined('Environment', '.env.example explains each variable', async () => {
    readConfig(programs[program]);
    return [fine('Environment', `the program ${program} can read it`)];
  });
