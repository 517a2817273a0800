import type { Client } from '@temporalio/client';
import { inspect, type DocumentStore } from '../activities/documents/store';
import type { CaseSnapshot } from '../domain/case/snapshot';
import { RequestError } from '../cases/request-error';
import { sendCommand } from '../cases/commands';

const BOARD_RESOLUTION = 'board-resolution.pdf';

/**
 * A borrower who accepts the offer and submits the board resolution when the case asks. Each answer has one request id,
 * so a repeat changes nothing; an answer that comes too early is refused and sent again later.
 */
export function createSimulatedBorrower(
  client: Client,
  workflowId: string,
  documents: DocumentStore,
): (snapshot: CaseSnapshot) => void {
  const send = (command: string, fields: object) =>
    sendCommand(client, workflowId, command, {
      requestId: `demo-${command}`,
      actor: 'demo-borrower',
      role: 'borrower',
      ...fields,
    });
  const answer = async ({ stage, commands, waiting }: CaseSnapshot): Promise<void> => {
    if (stage === 'OFFER' && commands.includes('acceptOffer')) await send('acceptOffer', {});
    if (waiting?.for !== 'BOARD_RESOLUTION') return;
    const { path, sha256 } = await inspect(documents, BOARD_RESOLUTION);
    await send('submitBoardResolution', { path, sha256 });
  };
  return (snapshot) => void answer(snapshot).catch(unlessRefused);
}

/** The case may have moved on since it was looked at; the next look decides anew. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof RequestError)) throw error;
}
