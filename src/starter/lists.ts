import { InvalidArgumentError, Option, type Command } from '@commander-js/extra-typings';
import type { Client } from '@temporalio/client';
import { instantText, type Attention } from '../domain/case-file';
import { waits, type WaitName } from '../domain/waits';
import { attentionText, rows } from './case-view';
import { readCase } from './case-reader';
import { examples } from './command-line';
import { withClient } from './connect';
import { list, type Listed } from './listing';
import { plural, type Subject } from './subject';
import { printResult, say } from './terminal';

const LAGS = 'Lists come from an index that lags a moment behind.';

/** Adds `list` and `attention`. */
export function addLists(group: Command, subject: Subject): void {
  addList(group, subject);
  addAttention(group, subject);
}

function addList(group: Command, subject: Subject): void {
  const { noun, stages } = subject;
  const waitNames = Object.keys(waits) as WaitName[];
  group
    .command('list')
    .summary(`List the ${plural(noun)} that run: who waits longest comes first.`)
    .description(`List the ${plural(noun)} that run: who waits longest comes first. ${LAGS}`)
    .addOption(
      new Option('--stage <stage>', 'only in this stage, ended ones too').choices(Object.keys(stages)),
    )
    .addOption(new Option('--waiting-for <wait>', 'only those that wait for this').choices(waitNames))
    .option('--attention', 'only those that need attention')
    .option('--all', 'ended ones too')
    .option('--limit <number>', 'how many at most', limit, 50)
    .option('--json', 'print the list as JSON')
    .addHelpText('after', examples(`${noun} list`, `${noun} list --attention --json`))
    .action(({ json, limit: atMost, ...wishes }) =>
      withClient(async (client) => {
        const found = await list(client, subject, wishes, atMost);
        printResult(json, found, () => table(found));
        if (found.length === 0) say(`There is no such ${noun}. ${LAGS}`);
      }),
    );
}

function addAttention(group: Command, subject: Subject): void {
  const { noun } = subject;
  group
    .command('attention')
    .summary(`List the ${plural(noun)} that need attention, each with its cause and what to type.`)
    .description(
      `List the ${plural(noun)} that need attention, each with its cause and what to type. ${LAGS}`,
    )
    .option('--limit <number>', 'how many at most', limit, 20)
    .option('--json', 'print the list as JSON')
    .addHelpText('after', examples(`${noun} attention`))
    .action(({ json, limit: atMost }) =>
      withClient(async (client) => {
        const found = await list(client, subject, { attention: true }, atMost);
        const explained = await Promise.all(found.map((listed) => withCause(client, listed)));
        printResult(json, explained, () => explained.map((entry) => entryText(subject, entry)).join('\n\n'));
        if (found.length === 0) say(`No ${noun} needs attention. ${LAGS}`);
      }),
    );
}

type Explained = Listed & { readonly attention?: Attention };

/** The index knows that there is something; what it is, the case says. Without a worker it has to do without. */
async function withCause(client: Client, listed: Listed): Promise<Explained> {
  const file = await readCase(client, listed.workflowId).catch(() => undefined);
  return { ...listed, ...(file?.attention && { attention: file.attention }) };
}

function entryText(subject: Subject, { reference, stage = '', attention }: Explained): string {
  const text = attention
    ? attentionText(subject, reference, attention)
    : 'Needs attention; no worker tells why.';
  return `${subject.noun} ${reference} ${stage}\n${text}`;
}

function table(found: readonly Listed[]): string {
  const lines = found.map(
    ({ reference, stage = '', status, waitingFor = '', waitingSince, needsAttention }) => [
      reference,
      stage,
      status === 'RUNNING' ? '' : status,
      waitingFor,
      waitingSince === undefined ? '' : instantText(waitingSince),
      needsAttention ? 'needs attention' : '',
    ],
  );
  return rows([['REFERENCE', 'STAGE', 'ENDED', 'WAITS FOR', 'SINCE', ''], ...lines]).join('\n');
}

function limit(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('It must be from 1 to 999.');
  return Number(text);
}
