import type { Command } from '@commander-js/extra-typings';
import { ANY_PERSON } from '../../authority/key-ring';
import { actEnvironment, signAct } from '../../authority/sign';
import { wrongUse } from '../../cases/request-error';
import type { SigningKey } from '../../authority/person-key';
import { START, type Deed } from '../../domain/case/acts';
import { ROLES, type Role } from '../../domain/case/commands';
import type { CaseKind } from '../../domain/case/kind';
import { kinds } from '../../domain/kinds';
import { caseOf } from '../../domain/wire/workflow-ids';
import { temporalNamespace } from '../../temporal/connection';
import { examples, inform, print } from '../terminal';
import { InputFileError, readJson } from '../files/input-file';
import { signer } from './policy';

interface Options {
  readonly from?: string | undefined;
  readonly role?: string | undefined;
  readonly actor?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Adds `sign`: what other programs hand to Temporal. */
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
      inform(
        act === 'start'
          ? `Encrypt it with "npm run starter -- encryption input ${workflowId} -", for temporal workflow start.`
          : `Encrypt it with "npm run starter -- encryption input ${workflowId} -", for temporal workflow update execute --name ${act}.`,
      );
      print(JSON.stringify(message));
    });
}

/** The first role of a key, or of a start the first role that may begin such a case. */
function usualRole({ roles }: SigningKey, { wf, act }: Deed): Role | undefined {
  const kind = (kinds as Readonly<Partial<Record<string, CaseKind>>>)[caseOf(wf).kind];
  return (act === START ? roles.find((role) => kind?.start?.roles.includes(role)) : undefined) ?? roles[0];
}

/** @throws RequestError */
async function signed(wf: string, act: string, { from, role, actor, requestId }: Options): Promise<object> {
  const { key, bankEnvironment, person } = signer();
  const fields: unknown = from === undefined ? {} : await readJson(from);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new InputFileError(from ?? '-', ['it must be an object with named fields']);
  const aud = actEnvironment(temporalNamespace(), bankEnvironment);
  const asked = (role ?? usualRole(key, { wf, act })) as Role;
  if (!key.roles.includes(asked)) throw wrongUse(`The key may only assert ${key.roles.join(', ')}.`);
  return signAct(
    {
      wf,
      act,
      aud,
      role: asked,
      sub: actor ?? (key.subject === ANY_PERSON ? person : undefined),
      fields,
      requestId,
    },
    key,
  ).catch((error: unknown) => {
    if (error instanceof TypeError) throw wrongUse(`It cannot be signed: ${error.message}.`);
    throw error;
  });
}
