import type { Client } from '@temporalio/client';
import { contentDigest } from '../authority/digest';
import { answerOf, type ChainSnapshot } from './snapshot';
import { approvalContentQuery, proposalContentsQuery } from '../domain/wire/messages';

/** Contents, each under the digest that their reader itself has computed of it. */
export type DigestContents = ReadonlyMap<string, unknown>;

/**
 * Asks the case for the contents that people are asked to agree to. Each is found only under its own digest,
 * so that nobody agrees to one thing while another is shown. @returns an empty map if the case does not
 * answer now
 */
export async function digestContentsOf(
  client: Client,
  { workflowId, approval, proposals = [] }: Pick<ChainSnapshot, 'workflowId' | 'approval' | 'proposals'>,
): Promise<DigestContents> {
  const told = await Promise.all([
    approval && answerOf(client, workflowId, approvalContentQuery).then((content) => [content]),
    proposals.length > 0 && answerOf(client, workflowId, proposalContentsQuery),
  ]).catch(() => []);
  const contents = told.flatMap((some) => some || []).filter((one) => Array.isArray(one));
  return new Map(contents.map((content: unknown) => [contentDigest(content), content]));
}

/** The names and values of a command, which its digest's content has after three other parts. */
export type Values = readonly (readonly [string, string | number])[];
export const valuesIn = (content: unknown) =>
  Array.isArray(content) ? (content.slice(3) as Values) : undefined;
