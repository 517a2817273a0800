import { Option, type Command } from '@commander-js/extra-typings';
import { withClient } from '../../cases/connection';
import type { Page } from '../../cases/listing/page';
import { listPage } from '../../cases/listing/page';
import type { Wishes } from '../../cases/listing/query';
import { waits, type WaitName } from '../../domain/case/waits';
import { examples } from '../command-line';
import { lastDigits, limit, reference } from '../option-values';
import { plural, type CliResource } from '../resource';
import { printResult, inform } from '../terminal';
import { LAGS, listTable, pageText } from '../views/list';

/** Adds `list`. */
export function addList(group: Command, resource: CliResource): void {
  const { noun } = resource;
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
    .action((options: Options) => list(resource, options));
  for (const option of filters(resource)) command.addOption(option);
}

function filters({ noun, stages }: CliResource): Option[] {
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

async function list(resource: CliResource, { limit: atMost, pageToken, allPages, json, ...wishes }: Options) {
  await withClient(async (client) => {
    const read = (token?: string) => listPage(client, resource, wishes, { limit: atMost, pageToken: token });
    const page = await read(pageToken);
    const found = allPages ? await withLaterPages(page, read) : page;
    printResult(json, found.items, () => listTable(found.items));
    const { items: _printed, ...rest } = found;
    inform(json ? JSON.stringify({ shown: found.items.length, ...rest }) : pageText(resource, found));
  });
}

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
