import type { Pool } from 'pg';
import type { PreparedCommand } from '../../cases/commands';
import type { CommandReceipt } from '../../domain/case/commands';
import type { JsonSeal } from '../../secrets/cipher';
import type { Kind } from '../contract/fields';
import { ProblemError } from '../http/problems';

/** Longest time that a command waits for its login, or its outcome for a look. */
const WITHIN_MINUTES = 10;

export type Outcome =
  | { readonly receipt: CommandReceipt; readonly refusal?: undefined }
  | { readonly refusal: string; readonly isUnknown?: boolean; readonly receipt?: undefined };

/** A command that waits for its login, with its case's kind and reference. */
export interface WaitingCommand extends PreparedCommand {
  readonly kind: Kind;
  readonly reference: string;
}

type KeptCommand = WaitingCommand & { readonly outcome?: Outcome };

/** Commands that wait for a fresh login, in the database, since the browser may come back to another desk. */
export class PreparedCommands {
  constructor(
    private readonly pool: Pool,
    private readonly seal: JsonSeal,
  ) {}

  /** Stores a command until its person has logged in for it; a repeat replaces its act. */
  async keep(subject: string, waiting: WaitingCommand): Promise<void> {
    await this.pool.query(
      `DELETE FROM desk_command WHERE created_at < now() - interval '${WITHIN_MINUTES} minutes'`,
    );
    await this.pool.query(
      `INSERT INTO desk_command (subject, request_id, sealed) VALUES ($1, $2, $3)
       ON CONFLICT (subject, request_id) DO UPDATE SET sealed = $3, created_at = now()`,
      [subject, waiting.requestId, this.sealed(subject, waiting)],
    );
  }

  /** The command that a person gave under this id. @throws ProblemError if its row was changed */
  async find(subject: string, requestId: string): Promise<KeptCommand | undefined> {
    const { rows } = await this.pool.query<{ sealed: string }>(
      `SELECT sealed FROM desk_command
       WHERE subject = $1 AND request_id = $2 AND created_at > now() - interval '${WITHIN_MINUTES} minutes'`,
      [subject, requestId],
    );
    const [row] = rows;
    if (!row) return undefined;
    const kept = this.seal.open(placeOf(subject, requestId), row.sealed);
    if (kept) return kept as KeptCommand;
    throw new ProblemError(
      'refused',
      'Nothing was sent: this command was changed after it was given. Give it again.',
      { isUnsent: true },
    );
  }

  async settle(subject: string, waiting: WaitingCommand, outcome: Outcome): Promise<void> {
    await this.pool.query('UPDATE desk_command SET sealed = $3 WHERE subject = $1 AND request_id = $2', [
      subject,
      waiting.requestId,
      this.sealed(subject, { ...waiting, outcome }),
    ]);
  }

  private sealed = (subject: string, kept: KeptCommand): string =>
    this.seal.seal(placeOf(subject, kept.requestId), kept);
}

/** The place that a row is sealed for: the person who gave the command, and the request. */
const placeOf = (subject: string, requestId: string) => JSON.stringify(['command', subject, requestId]);
