import type { Client } from '@temporalio/client';
import { inspect, type DocumentStore } from '../activities/document-store';
import type { CaseFile } from '../domain/case-file';
import { StarterError } from '../starter/exit-codes';
import { sendCommand } from '../starter/send-command';

const BOARD_RESOLUTION = 'board-resolution.pdf';

/**
 * Plays the borrower, who accepts the offer and hands in the board resolution when they are asked for. Each answer has
 * one request id, so saying it twice changes nothing; one that comes too early is refused and said again later.
 */
export function createAudience(
  client: Client,
  workflowId: string,
  documents: DocumentStore,
): (file: CaseFile) => void {
  const say = (command: string, fields: object) =>
    sendCommand(client, workflowId, command, {
      requestId: `demo-${command}`,
      actor: 'demo-borrower',
      role: 'borrower',
      ...fields,
    });
  const answer = async ({ stage, commands, waiting }: CaseFile): Promise<void> => {
    if (stage === 'OFFER' && commands.includes('acceptOffer')) await say('acceptOffer', {});
    if (waiting?.for !== 'BOARD_RESOLUTION') return;
    const { path, sha256 } = await inspect(documents, BOARD_RESOLUTION);
    await say('submitBoardResolution', { path, sha256 });
  };
  return (file) => void answer(file).catch(unlessRefused);
}

/** The case may have moved on since it was looked at; the next look decides anew. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof StarterError)) throw error;
}
