import { Option, type Command } from '@commander-js/extra-typings';
import type { Client } from '@temporalio/client';
import { withClient } from '../../cases/connection';
import { listCases, type CaseList, type Listed, type Wishes } from '../../cases/list';
import { waits, type WaitName } from '../../domain/case/waits';
import { examples, columns, inform, printResult, momentText } from '../terminal';
import { limit, reference } from '../command-options';
import type { CaseKind } from '../../domain/case/kind';
import { readCase } from '../../cases/snapshot';
import type { Attention } from '../../domain/case/snapshot';
import { attentionText } from '../views/case';

const plural = (noun: string): string =>
  noun.endsWith('s') ? noun : noun.endsWith('ch') || noun.endsWith('sh') ? `${noun}es` : `${noun}s`;

export function addList(group: Command, kind: CaseKind): void {
  const { noun } = kind;
  const what = `List the ${plural(noun)} that run, the longest waiting first.`;
  const command = group
    .command('list')
    .summary(what)
    .description(`${what} ${LAGS}`)
    .option('--attention', 'only those that need attention')
    .option('--all', 'ended ones too')
    .option('--limit <number>', LIMIT, limit, 50)
    .option('--json', JSON_TEXT)
    .addHelpText('after', examples(`${noun} list`, `${noun} list --attention --json`))
    .action(({ limit: most, json, ...wishes }: Options) =>
      withClient(async (client) => {
        const found = await listCases(client, kind, wishes, most);
        printResult(json, found.items, listTable);
        informAbout(kind, found, json);
      }),
    );
  for (const option of filters(kind)) command.addOption(option);
}

function filters({ noun, stages, stageAttribute }: CaseKind): Option[] {
  const waitNames = Object.keys(waits) as WaitName[];
  const customer = new Option('--customer <id>', "only of this customer, by the bank's id of the customer");
  const stage = new Option('--stage <stage>', 'only in this stage, ended ones too');
  return [
    ...(stageAttribute ? [stage.choices(Object.keys(stages))] : []),
    new Option('--waiting-for <wait>', 'only those that wait for this').choices(waitNames),
    new Option('--assignee <id>', 'only those that this officer looks after').argParser(reference),
    ...(noun === 'loan' ? [customer.argParser(reference)] : []),
  ];
}

interface Options extends Wishes {
  readonly limit: number;
  readonly json?: true | undefined;
}

/** Tells how many of the cases are shown. */
function informAbout({ noun }: CaseKind, { items, total }: CaseList, json: true | undefined): void {
  const more = items.length < total ? '\nFor more, give a higher --limit.' : '';
  const text = `Shown ${items.length} of ${total} ${plural(noun)}, the longest waiting first. ${LAGS}${more}`;
  inform(json ? JSON.stringify({ shown: items.length, total }) : text);
}

export function addAttention(group: Command, kind: CaseKind): void {
  const { noun } = kind;
  const what = `List the ${plural(noun)} that need attention, each with its cause and what to type.`;
  group
    .command('attention')
    .summary(what)
    .description(`${what} ${LAGS}`)
    .option('--limit <number>', LIMIT, limit, 20)
    .option('--json', JSON_TEXT)
    .addHelpText('after', examples(`${noun} attention`))
    .action(({ json, limit: most }) =>
      withClient(async (client) => {
        const found = await listCases(client, kind, { attention: true }, most);
        const explained = await Promise.all(found.items.map((listed) => withCause(client, listed)));
        printResult(json, explained, () => explained.map((one) => attentionEntry(kind, one)).join('\n\n'));
        informAbout(kind, found, json);
      }),
    );
}

/** Adds the cause, which only the case itself knows and only a worker can tell. */
async function withCause(client: Client, listed: Listed): Promise<Explained> {
  const snapshot = await readCase(client, listed.workflowId).catch(() => undefined);
  return { ...listed, ...(snapshot?.attention && { attention: snapshot.attention }) };
}

const LIMIT = 'how many are shown, at most 100000';
const JSON_TEXT = 'print the list as JSON; a line of JSON on stderr says how many there are in all';
const LAGS = 'Lists come from an index that lags a moment behind.';

function listTable(items: readonly Listed[]): string {
  const lines = items.map(
    ({ reference, stage = '', status, waitingFor = '', waitingSince, needsAttention }) => [
      reference,
      stage,
      status === 'RUNNING' ? '' : status,
      waitingFor,
      waitingSince === undefined ? '' : momentText(waitingSince),
      needsAttention ? 'needs attention' : '',
    ],
  );
  return columns([['REFERENCE', 'STAGE', 'ENDED', 'WAITS FOR', 'SINCE', ''], ...lines]).join('\n');
}

/** A case that needs attention, with its cause if a worker told it. */
type Explained = Listed & { readonly attention?: Attention };

function attentionEntry(kind: CaseKind, { reference, stage = '', attention }: Explained): string {
  const text = attention
    ? attentionText(kind, reference, attention)
    : 'Needs attention; no worker tells why.';
  return `${kind.noun} ${reference} ${stage}\n${text}`;
}
