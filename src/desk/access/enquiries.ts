import type { Pool } from 'pg';
import { ProblemError } from '../http/problems';

/** Enquiries that one person may make in a window of the bank: a tenth of all its calls. */
export const ENQUIRIES_MAX = 10;
const WINDOW_MINUTES = 15;

/** Counts the enquiries of each person, over all desks. */
export class Enquiries {
  constructor(private readonly pool: Pool) {}

  /** Counts one more. @throws ProblemError where a person has made too many */
  async count(subject: string): Promise<void> {
    const isOver = `desk_enquiry.since < now() - interval '${WINDOW_MINUTES} minutes'`;
    const { rows } = await this.pool.query<{ asked: number }>(
      `INSERT INTO desk_enquiry (subject) VALUES ($1) ON CONFLICT (subject) DO UPDATE SET
         since = CASE WHEN ${isOver} THEN now() ELSE desk_enquiry.since END,
         asked = CASE WHEN ${isOver} THEN 1 ELSE least(desk_enquiry.asked, $2) + 1 END
       RETURNING asked`,
      [subject, ENQUIRIES_MAX],
    );
    if ((rows[0]?.asked ?? 0) <= ENQUIRIES_MAX) return;
    const limit = `You may ask the bank for ${ENQUIRIES_MAX} names in ${WINDOW_MINUTES} minutes`;
    throw new ProblemError('too-many', `${limit}. The payout itself asks, too, before anything is sent.`);
  }
}
