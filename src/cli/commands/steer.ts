import { randomUUID } from 'node:crypto';
import type { Command } from '@commander-js/extra-typings';
import type { Client } from '@temporalio/client';
import { takesDocument, type CommandReceipt, type CommandRow } from '../../domain/case/commands';
import { commandLine, examples, sampleLine, printResult } from '../terminal';
import { optionsOf, ownFields, personalFields, asTyped, kebab, type Options } from '../command-options';
import { workflowChain } from '../../cases/workflow-chain';
import { withClient } from '../../cases/connection';
import { digestOf, openStore, InputFileError, notAnArgument, readJson } from '../files/input-file';
import { RequestError, wrongUse } from '../../cases/request-error';
import { sendCommand } from '../../cases/commands';
import type { CommandPayload } from '../../cases/signing';
import type { CaseKind } from '../../domain/case/kind';
import { problemsWith } from '../../domain/case/fields';

export function addSteering(group: Command, kind: CaseKind): void {
  for (const [name, row] of Object.entries(kind.commands)) addCommand(group, kind, name, row);
}

function addCommand(group: Command, kind: CaseKind, name: string, row: CommandRow): void {
  const command = group
    .command(kebab(name))
    .summary(row.summary)
    .description(`${row.summary}.\nPossible in: ${row.stages.join(', ')}.`)
    .argument('<reference>', `reference of the ${kind.noun}`)
    .addHelpText('after', examples(sampleLine(kind, name, kind.sample.reference)));
  for (const option of optionsOf(row, kind.usualRole)) command.addOption(option);
  command
    .option('--json', 'print the receipt as JSON')
    .action(async (reference, { json, ...fields }: Options) => {
      const payload = { requestId: randomUUID(), ...(await payloadOf(row, fields)) };
      await withClient((client) => give(client, { kind, name, reference, payload }, json));
    });
}

interface Told {
  readonly kind: CaseKind;
  readonly name: string;
  readonly reference: string;
  readonly payload: CommandPayload & { readonly requestId: string };
}

/** The payload of a command; a document becomes path and digest. @throws RequestError */
async function payloadOf(row: CommandRow, options: Options): Promise<CommandPayload> {
  const { file, ...fields } = await commandFieldsOf(row, options);
  if (!takesDocument(row)) return fields as CommandPayload;
  const path = String(file);
  const sha256 = await digestOf(await openStore(), path).catch((error: unknown) => {
    throw wrongUse(`${path}: ${error instanceof Error ? error.message : String(error)}.`);
  });
  return { ...fields, path, sha256 } as unknown as CommandPayload;
}

/** Gives the command to the workflow that carries the case now, which judges it, and prints its receipt. */
async function give(client: Client, told: Told, json: true | undefined): Promise<void> {
  const { kind, name, reference, payload } = told;
  const workflowId = (await workflowChain(client, kind, reference)).at(-1) ?? '';
  const receipt = await sendCommand(client, workflowId, name, payload).catch(inTypedWords(told));
  const outcome = receipt.repeated ? 'had been taken before; nothing was changed' : 'is taken';
  printResult(json, receipt, () =>
    [`${kebab(name)} ${outcome} (request ${payload.requestId}).`, ...nextStep(told, receipt)].join('\n'),
  );
}

/** For a command that a second person must confirm: the line for that person to type. */
function nextStep({ kind, reference }: Told, { proposed }: CommandReceipt): string[] {
  if (proposed === undefined) return [];
  const line = commandLine(kind, 'confirmProposal', reference, { expectedDigest: proposed });
  return ['It takes effect once a second person has confirmed it:', `  ${line}`];
}

/** Rethrows the workflow's refusal, with command names in kebab-case. */
const inTypedWords =
  ({ kind }: Told) =>
  (error: unknown): never => {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(error.kind, asTyped(kind.commands, error.message));
  };

type Given = Readonly<Record<string, unknown>>;

/** A command's own fields, from its options and from the file of `--from`. @throws RequestError */
async function commandFieldsOf(row: CommandRow, { from: path, ...given }: Options): Promise<Given> {
  const personal = personalFields(row);
  const refused = personal.find((name) => given[name] !== undefined);
  if (refused !== undefined) throw notAnArgument(`--${kebab(refused)}`, `{"${refused}": "…"}`);
  if (personal.length === 0) return given;
  const fields = path === undefined ? {} : (Object(await readJson(path)) as Given);
  const twice = Object.keys(fields).filter((name) => given[name] !== undefined);
  const typed = Object.entries(given).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(row.fields, name),
  );
  const own = { ...fields, ...Object.fromEntries(typed) };
  const problems = [
    ...problemsWith(ownFields(row), own),
    ...twice.map((name) => `${name} is given in the file and as an option`),
  ];
  if (problems.length > 0) throw new InputFileError(path ?? 'the command', problems);
  return { ...given, ...fields };
}
