import type { Pool } from 'pg';
import type { PreparedCommand } from '../../cases/commands';
import type { CommandReceipt } from '../../domain/case/commands';
import type { Kind } from '../contract/fields';

/** A command waits for its login, and its outcome for being looked at, for so long. */
const WITHIN_MINUTES = 10;

/** What became of a command: the case has taken it, or said why not. */
export type Outcome =
  | { readonly receipt: CommandReceipt; readonly refusal?: undefined }
  | { readonly refusal: string; readonly receipt?: undefined };

/** A command that waits for its login, with the case as people name it. */
export interface WaitingCommand extends PreparedCommand {
  readonly kind: Kind;
  readonly reference: string;
}

type Row = Omit<WaitingCommand, 'requestId'> & {
  readonly receipt: CommandReceipt | null;
  readonly refusal: string | null;
};

/** Commands whose people are to log in once more, in the database: the browser may come back to another desk. */
export class PreparedCommands {
  constructor(private readonly pool: Pool) {}

  /** Keeps a command until its person has logged in for it; given once more, the newer act takes its place. */
  async keep(subject: string, waiting: WaitingCommand): Promise<void> {
    const { requestId, kind, reference, workflowId, command, message } = waiting;
    await this.pool.query(
      `DELETE FROM desk_command WHERE created_at < now() - interval '${WITHIN_MINUTES} minutes'`,
    );
    await this.pool.query(
      `INSERT INTO desk_command (subject, request_id, kind, reference, workflow_id, command, message)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (subject, request_id) DO UPDATE SET kind = $3, reference = $4, workflow_id = $5, command = $6,
         message = $7, receipt = NULL, refusal = NULL, created_at = now()`,
      [subject, requestId, kind, reference, workflowId, command, JSON.stringify(message)],
    );
  }

  /** The command that a person has given under this id, with its outcome once it was sent. */
  async find(
    subject: string,
    requestId: string,
  ): Promise<(WaitingCommand & { readonly outcome: Outcome | undefined }) | undefined> {
    const { rows } = await this.pool.query<Row>(
      `SELECT kind, reference, workflow_id AS "workflowId", command, message, receipt, refusal FROM desk_command
       WHERE subject = $1 AND request_id = $2 AND created_at > now() - interval '${WITHIN_MINUTES} minutes'`,
      [subject, requestId],
    );
    const [row] = rows;
    return row && { ...row, requestId, outcome: outcomeIn(row) };
  }

  /** Notes what became of a command. */
  async settle(subject: string, requestId: string, { receipt, refusal }: Outcome): Promise<void> {
    await this.pool.query(
      'UPDATE desk_command SET receipt = $3, refusal = $4 WHERE subject = $1 AND request_id = $2',
      [subject, requestId, receipt === undefined ? null : JSON.stringify(receipt), refusal ?? null],
    );
  }
}

function outcomeIn({ receipt, refusal }: Row): Outcome | undefined {
  if (receipt) return { receipt };
  return refusal === null ? undefined : { refusal };
}
