import type { Command } from '@commander-js/extra-typings';
import type { Client } from '@temporalio/client';
import { withClient } from '../../cases/connection';
import { listPage } from '../../cases/listing/page';
import type { Listed } from '../../cases/listing/query';
import { readCase } from '../../cases/snapshot';
import { examples } from '../command-line';
import { limit } from '../option-values';
import { plural, type CliResource } from '../resource';
import { printResult, inform } from '../terminal';
import { attentionEntry, LAGS, pageText, type Explained } from '../views/list';

/** Adds `attention`. */
export function addAttention(group: Command, resource: CliResource): void {
  const { noun } = resource;
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
        const { items, ...rest } = await listPage(client, resource, { attention: true }, wish);
        const explained = await Promise.all(items.map((listed) => withCause(client, listed)));
        printResult(json, explained, () =>
          explained.map((one) => attentionEntry(resource, one)).join('\n\n'),
        );
        inform(
          json ? JSON.stringify({ shown: items.length, ...rest }) : pageText(resource, { items, ...rest }),
        );
      }),
    );
}

/** The index knows that there is something; the cause stands in the case, which only a worker can tell. */
async function withCause(client: Client, listed: Listed): Promise<Explained> {
  const snapshot = await readCase(client, listed.workflowId).catch(() => undefined);
  return { ...listed, ...(snapshot?.attention && { attention: snapshot.attention }) };
}
