import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { refusal } from '../../cases/request-error';
import { jsonText } from '../../secrets/key-files';
import { findingsView } from '../doctor/doctor';
import { lookAtAuthority } from '../doctor/keys';
import { doubtful, fine, wrong, type Finding } from '../doctor/finding';
import { lookAtProvider } from '../doctor/services-and-folders';
import { InputFileError } from '../files/input-file';
import { examples, inform, printResult, typedWith } from '../terminal';
import { readAnswers, type Answers } from './answers';
import {
  envFile,
  environmentsOf,
  examine,
  PROGRAMS,
  requireSamePlace,
  type Environments,
} from './environment';
import {
  isInstallation,
  lookAtKeys,
  makeFolder,
  makeKeys,
  passwordsOf,
  put,
  requireEmpty,
  type Secrets,
} from './keys';
import {
  prepareDatabase,
  lookAtPeople,
  prepareTemporal,
  requireUnused,
  openIdClient,
  rolesSql,
} from './database-and-temporal';

const WORDS = { fine: 'done', doubtful: 'not set', wrong: 'TO DO' };

export function addInstall(program: Command): void {
  program
    .command('install')
    .description(
      'Make from one file of answers what all programs need: keys, environments, database, Temporal. Run again, it keeps every key, follows the answers, and says what is left to do; it ends with 1 while anything is.',
    )
    .argument('<answers>', 'JSON file, for its owner alone (docs/INSTALL.md)')
    .argument('<folder>', 'where everything is written; it is made when it is not there')
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', examples('install answers.json installation'))
    .action(async (path, to, { json }) => {
      const answers = await readAnswers(path);
      const folder = resolve(to);
      const secrets = passwordsOf(folder);
      const environments = environmentsOf(answers, folder, secrets);
      const { mistakes, missing } = examine(answers, environments);
      if (mistakes.length > 0) throw new InputFileError(path, mistakes);
      const isNew = !isInstallation(folder);
      requireSamePlace(folder, environments);
      if (isNew) {
        requireEmpty(folder, path);
        await requireUnused(environments.worker);
        inform(`Making the keys of a new installation in ${folder}.`);
      }
      const { AUTHORITY_KEYS: ring = '', PAYOUT_POLICY_FILE: policy = '' } = environments.worker;
      const toName = `if you run this program, name it in "variables" of ${path}`;
      const findings = [
        ...(await makeFiles(answers, folder, secrets, environments)),
        ...makeDocuments(environments.worker['DOCUMENTS_DIR'] ?? '', isNew),
        ...missing.map(([one, name]) => doubtful('Settings', `${one} lacks ${name}`, toName)),
        ...(await prepareDatabase(answers, folder, secrets)),
        ...(await prepareTemporal(environments.worker)),
        ...(await lookAtProvider(() => answers.provider.issuer)),
        ...lookAtPeople(answers, ring),
        ...(await lookAtAuthority(toSign(policy, join(folder, 'starter.env')), environments.worker)),
      ];
      printResult(json, findings, () => findingsView(findings, WORDS));
      const left = new Set(findings.filter(({ verdict }) => verdict === 'wrong').map(({ what }) => what));
      if (left.size > 0) throw refusal(`Left to do: ${[...left].join(', ')}. Run this again after each.`);
      const unable = [...new Set(missing.map(([one]) => one))].join(' and ');
      inform(unable === '' ? 'Everything is there.' : `Everything is there but for ${unable}.`);
    });
}

const toSign = (policy: string, env: string) =>
  `read ${policy}, change what your bank wants otherwise; then two people sign it, each with the own key: "STARTER_KEY=OWN.key.json ${typedWith(env)} policy sign ${policy}"`;

/** Makes the folder of the documents with a new installation; a later empty one would hide that they are lost. */
export function makeDocuments(path: string, isNew: boolean): Finding[] {
  if (isNew) makeFolder(path);
  if (existsSync(path)) return [];
  const todo = `restore it from your copy, or move the former folder there; if no case has a document: "mkdir -m 700 '${path}'"`;
  return [wrong('Documents', `${path} is gone`, todo)];
}

async function makeFiles(answers: Answers, folder: string, secrets: Secrets, environments: Environments) {
  makeFolder(folder);
  const keys = await makeKeys(folder, answers);
  const texts: readonly (readonly [name: string, text: string])[] = [
    ['passwords.json', jsonText(secrets)],
    ...PROGRAMS.map((one) => [`${one}.env`, envFile(environments[one])] as const),
    ['roles.sql', rolesSql(answers, secrets)],
    ['openid-client.json', jsonText(openIdClient(answers))],
  ];
  const written = texts.filter(([name, text]) => put(join(folder, name), text)).map(([name]) => name);
  return [
    fine('Keys', keys.length === 0 ? 'all were there' : `made ${keys.join(', ')}`),
    ...lookAtKeys(folder, answers),
    fine('Files', written.length === 0 ? 'as before' : `written ${written.join(', ')}`),
  ];
}
