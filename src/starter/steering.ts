import { randomUUID } from 'node:crypto';
import type { Command } from '@commander-js/extra-typings';
import type { Client } from '@temporalio/client';
import type { CommandRow } from '../domain/commands';
import { commandLine, examples } from './command-line';
import { kebab, optionsOf, takesDocument } from './command-options';
import { withClient } from './connect';
import { digestOf } from './documents';
import { StarterError } from './exit-codes';
import { sendCommand, signalCommand, type CommandPayload } from './send-command';
import { openStore } from './store';
import type { Subject } from './subject';
import { printResult } from './terminal';

/** Adds one subcommand for each row of the subject's table of commands. */
export function addSteering(group: Command, subject: Subject): void {
  for (const [name, row] of Object.entries(subject.commands)) addCommand(group, subject, name, row);
}

function addCommand(group: Command, subject: Subject, name: string, row: CommandRow): void {
  const command = group
    .command(kebab(name))
    .summary(row.summary)
    .description(`${row.summary}.\nPossible in: ${row.stages.join(', ')}.`)
    .argument('<reference>', `reference of the ${subject.noun}`)
    .addHelpText('after', examples(commandLine(subject, name, subject.sample.reference)));
  for (const option of optionsOf(row, subject.usualRole)) command.addOption(option);
  command
    .option('--by-signal', 'send it as a signal: at once, and without an answer')
    .option('--json', 'print the receipt as JSON')
    .action(async (reference, { json, bySignal, ...fields }: Options) => {
      const payload = { requestId: randomUUID(), ...(await payloadOf(row, fields)) };
      const told = { subject, name, reference, payload };
      await withClient((client) =>
        bySignal ? bySignalOnly(client, told, json) : forReceipt(client, told, json),
      );
    });
}

interface Options {
  readonly json?: true;
  readonly bySignal?: true;
  readonly [field: string]: unknown;
}

/** What is to be told to whom. */
interface Told {
  readonly subject: Subject;
  readonly name: string;
  readonly reference: string;
  readonly payload: CommandPayload & { readonly requestId: string };
}

/** The fields of a command as they were given; a document by its path and digest. */
async function payloadOf(
  row: CommandRow,
  { file, ...fields }: Record<string, unknown>,
): Promise<CommandPayload> {
  if (!takesDocument(row)) return fields as CommandPayload;
  const path = String(file);
  const sha256 = await digestOf(await openStore(), path).catch((error: unknown) => {
    throw new StarterError('usage', `${path}: ${error instanceof Error ? error.message : String(error)}.`);
  });
  return { ...fields, path, sha256 } as unknown as CommandPayload;
}

/** The workflow that carries the case now; it judges for itself what it is told. */
const carrier = async (client: Client, { subject, reference }: Told) =>
  (await subject.carriers(client, reference)).at(-1) ?? '';

async function forReceipt(client: Client, told: Told, json?: true): Promise<void> {
  const { name, payload } = told;
  const receipt = await sendCommand(client, await carrier(client, told), name, payload);
  const outcome = receipt.repeated ? 'had been taken before; nothing was changed' : 'is taken';
  printResult(json, receipt, () => `${name} ${outcome} (request ${payload.requestId}).`);
}

async function bySignalOnly(client: Client, told: Told, json?: true): Promise<void> {
  const { subject, name, reference, payload } = told;
  const { requestId } = payload;
  const workflowId = await carrier(client, told);
  await signalCommand(client, workflowId, name, payload);
  printResult(json, { requestId, command: name, workflowId }, () =>
    [
      `${name} is sent as a signal (request ${requestId}).`,
      `Whether it is taken shows in: ${commandLine(subject, 'show', reference)}`,
    ].join('\n'),
  );
}
