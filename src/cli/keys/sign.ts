import type { Command } from '@commander-js/extra-typings';
import { actEnvironment, signAct } from '../../authority/sign';
import { configuredSigner } from '../../cases/connection';
import { RequestError } from '../../cases/request-error';
import { ROLES, type Role } from '../../domain/case/commands';
import { temporalNamespace } from '../../temporal/connection';
import { examples } from '../command-line';
import { InputFileError, readJson } from '../files/input-file';
import { inform, print } from '../terminal';

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
          ? `Hand it over with: temporal workflow start --workflow-id ${workflowId} --input-file …`
          : `Hand it over with: temporal workflow update execute --workflow-id ${workflowId} --name ${act} --input-file …`,
      );
      print(JSON.stringify(message));
    });
}

/** @throws RequestError */
async function signed(wf: string, act: string, { from, role, actor, requestId }: Options): Promise<object> {
  const signer = configuredSigner();
  if (!signer) throw new RequestError('usage', 'Say which key signs: set STARTER_KEY to its file.');
  const { key, bankEnvironment } = signer;
  const fields: unknown = from === undefined ? {} : await readJson(from);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new InputFileError(from ?? '-', ['it must be an object with named fields']);
  const aud = actEnvironment(temporalNamespace(), bankEnvironment);
  const asked = (role ?? key.roles[0]) as Role;
  if (!key.roles.includes(asked))
    throw new RequestError('usage', `The key may only assert ${key.roles.join(', ')}.`);
  return signAct({ wf, act, aud, role: asked, sub: actor, fields, requestId }, key).catch(
    (error: unknown) => {
      if (error instanceof TypeError)
        throw new RequestError('usage', `It cannot be signed: ${error.message}.`);
      throw error;
    },
  );
}
