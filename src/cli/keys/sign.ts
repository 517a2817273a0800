import type { Command } from '@commander-js/extra-typings';
import { ANY_PERSON, keyRingOf, readRingFile, type RingEntry } from '../../authority/key-ring';
import { actEnvironment } from '../../authority/sign';
import { wrongUse, refusal } from '../../cases/request-error';
import { START } from '../../domain/case/acts';
import { ROLES, type Role } from '../../domain/case/commands';
import type { CaseKind } from '../../domain/case/kind';
import { kinds } from '../../domain/kinds';
import { caseOf } from '../../domain/wire/workflow-ids';
import { temporalNamespace } from '../../temporal/connection';
import { examples, inform, print, printResult } from '../terminal';
import { InputFileError, readJson } from '../files/input-file';
import {
  POLICY_SIGNERS,
  policySigners,
  signaturesBeside,
  signPolicy,
  type PolicyContent,
  type PolicySignature,
} from '../../authority/policy-signatures';
import { configuredSigner } from '../../cases/connection';
import { roleIn, sign } from '../../cases/signing';
import { readConfig } from '../../config/read-config';
import { distinctPeople, isAmong } from '../../domain/case/agreement';
import { changeKeyFile, jsonText } from '../../secrets/key-files';
import { readPolicies } from '../../input/payout-policy-file';
import { knownRing, ringAt, ringOption } from './create';

type Options = Readonly<Partial<Record<'from' | 'role' | 'actor' | 'requestId', string | undefined>>>;

/** Adds `sign`, which makes messages that other programs give to Temporal. */
export function addSign(program: Command): void {
  program
    .command('sign')
    .description(
      'Sign a command or a start with your key (STARTER_KEY), and print it as JSON: the input for the official Temporal ' +
        'command line. It counts for five minutes.',
    )
    .argument('<workflow-id>', 'the case, such as payout:PO-2026-0001')
    .argument('<act>', 'start, adopt, or the name of a command, such as approve')
    .option(
      '--from <file>',
      'JSON file with the fields of the command, or the input of the start; - for stdin',
    )
    .option('--role <role>', `in which role: ${ROLES.join(', ')} (default: the first of your key)`)
    .option('--actor <actor>', "who asks, where the key is a desk's")
    .option('--request-id <request-id>', 'your id of this request: a repeat changes nothing')
    .addHelpText(
      'after',
      examples(
        'sign payout:PO-2026-0001 hold --from hold.json',
        'sign loan:LN-2026-0001 acceptOffer --role borrower',
      ),
    )
    .action(async (workflowId, act, options: Options) => {
      const message = await signed(workflowId, act, options);
      const use = act === START ? 'start' : `update execute --name ${act}`;
      inform(
        `Encrypt it with "npm run starter -- encryption input ${workflowId} -", for temporal workflow ${use}.`,
      );
      print(JSON.stringify(message));
    });
}

async function signed(workflowId: string, act: string, { from, role, ...by }: Options): Promise<object> {
  const signs = signer();
  const fields: unknown = from === undefined ? {} : await readJson(from);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new InputFileError(from ?? '-', ['it must be an object with named fields']);
  const kind = (kinds as Readonly<Partial<Record<string, CaseKind>>>)[caseOf(workflowId).kind];
  const roles = (act === START ? kind?.start?.roles : undefined) ?? [];
  const given = { workflowId, act, fields, role: role ?? roleIn(signs, roles), ...by };
  return sign(temporalNamespace(), signs, given).catch(unlessSigned);
}

/** @throws RequestError in place of the error that a key, or what it is to sign, is of no use */
export function unlessSigned(error: unknown): never {
  throw error instanceof TypeError ? wrongUse(`It cannot be signed: ${error.message}.`) : error;
}

/** The environment in which the acts of this command line are valid. */
const ownEnvironment = (): string =>
  actEnvironment(temporalNamespace(), readConfig(['signing']).signing.bankEnvironment);

export function addPolicy(program: Command): void {
  const policy = program
    .command('policy')
    .description('The policy of the workers: a change of it counts once two people have signed it.')
    .addHelpText('after', examples('policy sign payout-policy.json', 'policy show payout-policy.json'));
  addSignature(policy);
  addShow(policy);
}

function addSignature(policy: Command): void {
  policy
    .command('sign')
    .description(
      'Sign a policy file as it stands with your key (STARTER_KEY); the signature is written into it.',
    )
    .argument('<file>', 'the policy, as PAYOUT_POLICY_FILE names it')
    .option(...ringOption)
    .option('--json', 'print what was signed as JSON')
    .action(async (path, { ring = knownRing(), json }) => {
      const { key, aud } = signer();
      const { edition, file } = await policyIn(path);
      const signature = await signPolicy(file.content, key, aud).catch(unlessSigned);
      const signatures = [...signaturesBeside(file.signatures, file.content, key.subject), signature];
      const counted = ring === undefined ? undefined : await countedBy(ring, file.content, signatures);
      const told = counted?.refusals.map(sentence) ?? [
        `Only the ring says which of them count: policy show ${path} --ring RING.`,
      ];
      if (counted && !isAmong(counted.people, key.subject))
        throw refusal([`${path} is as it was: your signature would not count.`, ...told].join('\n  '));
      // In one step, so that a worker never reads half a policy.
      changeKeyFile(path, 0o644, () => jsonText({ ...file.content, signatures }));
      const signed = counted?.people.length ?? signatures.length;
      const result = { ...edition, by: key.subject, signatures: signed, refusals: counted?.refusals };
      printResult(json, result, () =>
        [
          `Version ${edition.version} is signed by ${key.subject}; it bears ${signed} of ${POLICY_SIGNERS.people} signatures.`,
          ...told,
          `It stands in cases under the digest ${edition.digest}.`,
        ].join('\n'),
      );
    });
}

function addShow(policy: Command): void {
  policy
    .command('show')
    .description(
      'Show the version and the digest of a policy, and who has signed it by the keys of the ring.',
    )
    .argument('<file>', 'the policy, as PAYOUT_POLICY_FILE names it')
    .option(...ringOption)
    .option('--json', 'print it as JSON')
    .action(async (path, { ring, json }) => {
      const { edition, file } = await policyIn(path);
      const { people, refusals } = await countedBy(ringAt(ring), file.content, file.signatures);
      const counts = people.length >= POLICY_SIGNERS.people;
      printResult(json, { ...edition, counts, people, refusals }, () =>
        [
          `Version ${edition.version}, digest ${edition.digest}`,
          `Signed by ${people.join(', ') || 'no one'}: ${counts ? 'workers take it' : `workers want ${POLICY_SIGNERS.people} people`}`,
          ...refusals.map(sentence),
        ].join('\n'),
      );
    });
}

/** The people whose signatures count by the ring in a file, in this environment. */
function countedBy(ring: string, content: PolicyContent, signatures: readonly PolicySignature[]) {
  return policySigners(content, signatures, { aud: ownEnvironment(), ring: keyRingOf(readRingFile(ring)) });
}

/** Says who must sign the policy before a key ends; `undefined` if enough remain, or too few counted before. */
export async function lackOfSignatures(
  given: string | undefined,
  { before, after }: { readonly before: readonly RingEntry[]; readonly after: readonly RingEntry[] },
): Promise<string | undefined> {
  const path = given ?? readConfig(['signing']).signing.policyFile;
  if (path === undefined) {
    inform('No policy was looked at: --policy FILE, or PAYOUT_POLICY_FILE, names it.');
    return undefined;
  }
  const { file } = await readPolicies(path);
  const aud = ownEnvironment();
  const signersBy = async (ring: readonly RingEntry[]) =>
    file ? (await policySigners(file.content, file.signatures, { aud, ring: keyRingOf(ring) })).people : [];
  const [people, left] = [await signersBy(before), await signersBy(after)];
  if (left.length >= POLICY_SIGNERS.people) return undefined;
  if (people.length < POLICY_SIGNERS.people)
    return (
      `By this ring the policy ${path} bears ${people.length} of ${POLICY_SIGNERS.people} signatures for ${aud}, so nobody can say whether workers would still start. ` +
      'Set TEMPORAL_NAMESPACE and BANK_ENVIRONMENT as the workers have them.'
    );
  const others = after
    .filter(({ state, asserts: { subject, roles } }) => state === 'active' && mayStill(subject, roles, left))
    .map(({ asserts }) => asserts.subject);
  return (
    `The policy ${path} would be left with ${left.length} of ${POLICY_SIGNERS.people} signatures, and workers that restart would end. ` +
    `First another person must sign it ("policy sign ${path}"): ${distinctPeople(others).join(', ') || 'nobody of the ring can'}.`
  );
}

/** Whether the holder of a key could add a signature that counts. */
const mayStill = (subject: string, roles: readonly Role[], signed: readonly string[]): boolean =>
  subject !== ANY_PERSON &&
  roles.some((role) => POLICY_SIGNERS.roles.includes(role)) &&
  !isAmong(signed, subject);

/** Reads a usable policy file; signatures are not checked. @throws PayoutPolicyError */
async function policyIn(path: string) {
  const { payouts, file = { content: {}, signatures: [] } } = await readPolicies(path);
  return { edition: { version: payouts.version, digest: payouts.digest }, file };
}

/** The key of the person at the command line, and the environment that it signs for. @throws RequestError */
export function signer() {
  const configured = configuredSigner();
  if (!configured || configured === 'none')
    throw wrongUse('Say which key signs: set STARTER_KEY to its file.');
  return { ...configured, aud: actEnvironment(temporalNamespace(), configured.bankEnvironment) };
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
