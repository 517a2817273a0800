import { Option, type Command } from '@commander-js/extra-typings';
import type { Client } from '@temporalio/client';
import { withClient } from '../../cases/connection';
import { listPage, type Page, type Listed, type Wishes } from '../../cases/listing/page';
import { waits, type WaitName } from '../../domain/case/waits';
import { examples, columns, inform, printResult, momentText } from '../terminal';
import { lastDigits, limit, reference } from '../command-options';
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
    .option('--limit <number>', 'how many on a page, at most 1000', limit, 50)
    .option('--page-token <token>', 'go on where an earlier page ended')
    .option('--all-pages', 'every page, one after the other')
    .option('--json', 'print the list as JSON; what was left for later pages is a line of JSON on stderr')
    .addHelpText('after', examples(`${noun} list`, `${noun} list --attention --json`))
    .action((options: Options) => list(kind, options));
  for (const option of filters(kind)) command.addOption(option);
}

function filters({ noun, stages }: CaseKind): Option[] {
  const waitNames = Object.keys(waits) as WaitName[];
  const customer = new Option('--customer <id>', "only of this customer, by the bank's id of the customer");
  return [
    new Option('--stage <stage>', 'only in this stage, ended ones too').choices(Object.keys(stages)),
    new Option('--waiting-for <wait>', 'only those that wait for this').choices(waitNames),
    new Option('--assignee <id>', 'only those that this officer looks after').argParser(reference),
    ...(noun === 'loan' ? [customer.argParser(reference)] : []),
    new Option(
      '--account <last-4-digits>',
      'only with such an account; no index holds accounts, so each case is asked, as far as it shows them',
    ).argParser(lastDigits),
  ];
}

interface Options extends Wishes {
  readonly limit: number;
  readonly pageToken?: string | undefined;
  readonly allPages?: true | undefined;
  readonly json?: true | undefined;
}

const list = (kind: CaseKind, { limit: atMost, pageToken, allPages, json, ...wishes }: Options) =>
  withClient(async (client) => {
    const read = (token?: string) => listPage(client, kind, wishes, { limit: atMost, pageToken: token });
    const page = await read(pageToken);
    const found = allPages ? await withLaterPages(page, read) : page;
    printResult(json, found.items, () => listTable(found.items));
    const { items: _printed, ...rest } = found;
    inform(json ? JSON.stringify({ shown: found.items.length, ...rest }) : pageText(kind, found));
  });

async function withLaterPages(first: Page, read: (token: string) => Promise<Page>): Promise<Page> {
  let all = first;
  // Ends with the page that names no next one.
  while (all.nextPageToken !== undefined) all = joined(all, await read(all.nextPageToken));
  return all;
}

function joined({ nextPageToken: _read, ...earlier }: Page, later: Page): Page {
  const { snapshotsRead, unread } = earlier;
  return {
    ...later,
    items: [...earlier.items, ...later.items],
    ...(snapshotsRead !== undefined && { snapshotsRead: snapshotsRead + (later.snapshotsRead ?? 0) }),
    ...(unread !== undefined && { unread: unread + (later.unread ?? 0) }),
  };
}

export function addAttention(group: Command, kind: CaseKind): void {
  const { noun } = kind;
  const what = `List the ${plural(noun)} that need attention, each with its cause and what to type.`;
  group
    .command('attention')
    .summary(what)
    .description(`${what} ${LAGS}`)
    .option('--limit <number>', 'how many on a page, at most 1000', limit, 20)
    .option('--page-token <token>', 'go on where an earlier page ended')
    .option('--json', 'print the list as JSON; what was left for later pages is a line of JSON on stderr')
    .addHelpText('after', examples(`${noun} attention`))
    .action(({ json, ...wish }) =>
      withClient(async (client) => {
        const { items, ...rest } = await listPage(client, kind, { attention: true }, wish);
        const explained = await Promise.all(items.map((listed) => withCause(client, listed)));
        printResult(json, explained, () => explained.map((one) => attentionEntry(kind, one)).join('\n\n'));
        inform(json ? JSON.stringify({ shown: items.length, ...rest }) : pageText(kind, { items, ...rest }));
      }),
    );
}

/** Adds the cause, which only the case itself knows and only a worker can tell. */
async function withCause(client: Client, listed: Listed): Promise<Explained> {
  const snapshot = await readCase(client, listed.workflowId).catch(() => undefined);
  return { ...listed, ...(snapshot?.attention && { attention: snapshot.attention }) };
}

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

function pageText({ noun }: CaseKind, page: Page): string {
  const { items, total, snapshotsRead, unread, nextPageToken } = page;
  const asked =
    snapshotsRead === undefined
      ? ''
      : ` The index cannot tell all that was wished: ${snapshotsRead} cases were asked.`;
  return [
    `Shown ${items.length} of ${total} ${plural(noun)}, the longest waiting first.${asked} ${LAGS}`,
    unread && `${unread} cases did not answer and are left out; is a worker running?`,
    nextPageToken && `For more add --page-token ${nextPageToken}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** A case that needs attention, with its cause if a worker told it. */
type Explained = Listed & { readonly attention?: Attention };

function attentionEntry(kind: CaseKind, { reference, stage = '', attention }: Explained): string {
  const text = attention
    ? attentionText(kind, reference, attention)
    : 'Needs attention; no worker tells why.';
  return `${kind.noun} ${reference} ${stage}\n${text}`;
}
