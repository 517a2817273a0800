import type { Pool } from 'pg';
import { endOfLagosDay, lagosDayOf } from '../../domain/time/lagos-days';
import { ProblemError } from '../http/problems';

/** The uploads of one person in a day; `ahead`: documents for loans that have not begun. */
export const UPLOADS_MAX = { documents: 500, megabytes: 1_000, ahead: 100 } as const;

/** Counts each person's uploads of a Lagos day, over all desks. */
export class Uploads {
  constructor(private readonly pool: Pool) {}

  /** Counts one more document. @throws ProblemError if it exceeds a limit */
  async count(subject: string, bytes: number, isAhead: boolean): Promise<void> {
    const { documents, megabytes, ahead } = UPLOADS_MAX;
    const today = lagosDayOf(Date.now());
    const { rowCount } = await this.pool.query(
      `INSERT INTO desk_upload AS kept (subject, day, documents, bytes, ahead) VALUES ($1, $2, 1, $3, $4)
       ON CONFLICT (subject) DO UPDATE SET
         day = excluded.day,
         documents = CASE WHEN kept.day = excluded.day THEN kept.documents ELSE 0 END + 1,
         bytes = CASE WHEN kept.day = excluded.day THEN kept.bytes ELSE 0 END + excluded.bytes,
         ahead = CASE WHEN kept.day = excluded.day THEN kept.ahead ELSE 0 END + excluded.ahead
       WHERE kept.day <> excluded.day OR (kept.documents < $5 AND kept.bytes + excluded.bytes <= $6
         AND kept.ahead + excluded.ahead <= $7)`,
      [subject, today, bytes, isAhead ? 1 : 0, documents, megabytes * 1_000_000, ahead],
    );
    if (rowCount === 1) return;
    throw new ProblemError(
      'too-many',
      `You may upload ${documents} documents and ${megabytes} MB in a day, ${ahead} of them for loans that have not begun. Start the loan first, or go on tomorrow.`,
      { retryAfterSeconds: Math.ceil((endOfLagosDay(today) - Date.now()) / 1_000) },
    );
  }
}

/** Enquiries that one person may make in a window of the bank: a tenth of all its calls. */
export const ENQUIRIES_MAX = 10;
const WINDOW_MINUTES = 15;

/** Counts the enquiries of each person, over all desks. */
export class Enquiries {
  constructor(private readonly pool: Pool) {}

  /** Counts one more. @throws ProblemError if the person has made too many */
  async count(subject: string): Promise<void> {
    const isOver = `desk_enquiry.since < now() - interval '${WINDOW_MINUTES} minutes'`;
    const { rows } = await this.pool.query<{ asked: number; seconds: number }>(
      `INSERT INTO desk_enquiry (subject) VALUES ($1) ON CONFLICT (subject) DO UPDATE SET
         since = CASE WHEN ${isOver} THEN now() ELSE desk_enquiry.since END,
         asked = CASE WHEN ${isOver} THEN 1 ELSE least(desk_enquiry.asked, $2) + 1 END
       RETURNING asked, ceil(extract(epoch FROM since + interval '${WINDOW_MINUTES} minutes' - now()))::int AS seconds`,
      [subject, ENQUIRIES_MAX],
    );
    const { asked = 0, seconds } = rows[0] ?? {};
    if (asked <= ENQUIRIES_MAX) return;
    const limit = `You may ask the bank for ${ENQUIRIES_MAX} names in ${WINDOW_MINUTES} minutes`;
    throw new ProblemError('too-many', `${limit}. The case itself asks, too, before anything is sent.`, {
      retryAfterSeconds: seconds,
    });
  }
}
