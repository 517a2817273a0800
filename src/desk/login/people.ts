import type { Pool } from 'pg';
import { z } from 'zod';
import type { JsonSeal } from '../../secrets/cipher';
import { deskRole } from '../contract/fields';
import type { Person } from './roles';

/** The content of a row but for the subject, for which it is sealed. */
export const sealedPerson = z.object({
  name: z.string(),
  roles: z.array(deskRole).readonly(),
  branch: z.string().optional(),
});

/** A person as of the last login at the desk. */
export interface KnownPerson extends z.output<typeof sealedPerson> {
  readonly subject: string;
  readonly loggedInAt: Date;
}

interface Row {
  readonly subject: string;
  readonly sealed: string;
  readonly logged_in_at: Date;
}

const SELECT = 'SELECT subject, sealed, logged_in_at FROM desk_person';

/** The people who have logged in at the desk, with their names for the subjects in cases and audit. */
export class People {
  constructor(
    private readonly pool: Pool,
    private readonly seal: JsonSeal,
  ) {}

  async remember({ subject, name, roles, branch }: Person): Promise<void> {
    await this.pool.query(
      `INSERT INTO desk_person (subject, sealed) VALUES ($1, $2)
       ON CONFLICT (subject) DO UPDATE SET sealed = $2, logged_in_at = now()`,
      [subject, this.seal.seal(placeOf(subject), { name, roles, branch })],
    );
  }

  /** All people, sorted by name, without rows that no desk has sealed. */
  async all(): Promise<KnownPerson[]> {
    const { rows } = await this.pool.query<Row>(SELECT);
    return rows.flatMap((row) => this.opened(row)).sort((one, other) => one.name.localeCompare(other.name));
  }

  /** The person of a subject; `undefined` if the subject has never logged in. */
  async find(subject: string): Promise<KnownPerson | undefined> {
    const { rows } = await this.pool.query<Row>(`${SELECT} WHERE subject = $1`, [subject]);
    return rows.flatMap((row) => this.opened(row))[0];
  }

  private opened({ subject, sealed, logged_in_at: loggedInAt }: Row): KnownPerson[] {
    const { data } = sealedPerson.safeParse(this.seal.open(placeOf(subject), sealed));
    return data ? [{ subject, ...data, loggedInAt }] : [];
  }
}

const placeOf = (subject: string) => JSON.stringify(['person', subject]);
