import type { Page } from '../../cases/listing/page';
import type { Listed } from '../../cases/listing/query';
import type { Attention } from '../../domain/case/snapshot';
import { plural, type CliResource } from '../resource';
import { attentionText } from './case';
import { columns } from '../terminal';
import { momentText } from './times';

/** What every list says about itself. */
export const LAGS = 'Lists come from an index that lags a moment behind.';

/** A list for people, a line each. */
export function listTable(items: readonly Listed[]): string {
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

/** How much of the list was shown, and how to see more. */
export function pageText({ noun }: CliResource, page: Page): string {
  const { items, total, snapshotsRead, unread, nextPageToken } = page;
  const asked =
    snapshotsRead === undefined
      ? ''
      : ` The index cannot tell all that was wished: ${snapshotsRead} cases were asked.`;
  return [
    `Shown ${items.length} of ${total} ${plural(noun)}, the longest waiting first.${asked} ${LAGS}`,
    ...(unread === undefined
      ? []
      : [`${unread} cases did not answer and are left out; is a worker running?`]),
    ...(nextPageToken === undefined ? [] : [`For more add --page-token ${nextPageToken}`]),
  ].join('\n');
}

/** An entry of the list of what needs attention, with its cause where a worker could tell it. */
export type Explained = Listed & { readonly attention?: Attention };

/** Such an entry for people, with the lines to type. */
export function attentionEntry(
  resource: CliResource,
  { reference, stage = '', attention }: Explained,
): string {
  const text = attention
    ? attentionText(resource, reference, attention)
    : 'Needs attention; no worker tells why.';
  return `${resource.noun} ${reference} ${stage}\n${text}`;
}
