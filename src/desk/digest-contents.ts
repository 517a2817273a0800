import type { Client } from '@temporalio/client';
import { contentDigest } from '../authority/digest';
import { answerOf, type ChainSnapshot } from '../cases/snapshot';
import { approvalContentQuery, proposalContentsQuery } from '../domain/wire/messages';

/** What digests stand for, by the digest that the desk itself has computed. */
export type DigestContents = ReadonlyMap<string, unknown>;

/**
 * What people are asked to agree to, as the case tells it. Nothing of it is looked up by another digest than its own, so
 * that nobody agrees to one thing while another one is shown. Empty where the case does not tell it now.
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
