import type { Pool } from 'pg';
import { lagosDayOf } from '../../domain/time/lagos-days';
import { ProblemError } from '../http/problems';

/** What one person may upload in a day, and how much of it for loans that have not begun. */
export const UPLOADS_MAX = { documents: 500, megabytes: 1_000, ahead: 100 } as const;

/** Counts what each person uploads in a day in Lagos, over all desks. */
export class Uploads {
  constructor(private readonly pool: Pool) {}

  /** Counts one more document. @throws ProblemError where it would be too much */
  async count(subject: string, bytes: number, isAhead: boolean): Promise<void> {
    const { documents, megabytes, ahead } = UPLOADS_MAX;
    const { rowCount } = await this.pool.query(
      `INSERT INTO desk_upload AS kept (subject, day, documents, bytes, ahead) VALUES ($1, $2, 1, $3, $4)
       ON CONFLICT (subject) DO UPDATE SET
         day = excluded.day,
         documents = CASE WHEN kept.day = excluded.day THEN kept.documents ELSE 0 END + 1,
         bytes = CASE WHEN kept.day = excluded.day THEN kept.bytes ELSE 0 END + excluded.bytes,
         ahead = CASE WHEN kept.day = excluded.day THEN kept.ahead ELSE 0 END + excluded.ahead
       WHERE kept.day <> excluded.day OR (kept.documents < $5 AND kept.bytes + excluded.bytes <= $6
         AND kept.ahead + excluded.ahead <= $7)`,
      [subject, lagosDayOf(Date.now()), bytes, isAhead ? 1 : 0, documents, megabytes * 1_000_000, ahead],
    );
    if (rowCount === 1) return;
    throw new ProblemError(
      'too-many',
      `You may upload ${documents} documents and ${megabytes} MB in a day, ${ahead} of them for loans that have not begun. Start the loan first, or go on tomorrow.`,
    );
  }
}
