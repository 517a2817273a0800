import type { Pool } from 'pg';
import { z } from 'zod';
import type { JsonSeal } from '../../secrets/json-seal';
import { deskRole } from '../contract/fields';
import type { Person } from './roles';

/** What a row says of a person but the subject, to which it is sealed. */
const sealedPerson = z.object({
  name: z.string(),
  roles: z.array(deskRole),
  branch: z.string().optional(),
});

/** A person as the desk has seen them last. */
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

/** Who has logged in at the desk: the names behind the subjects that cases and audit keep. */
export class People {
  constructor(
    private readonly pool: Pool,
    private readonly seal: JsonSeal,
  ) {}

  /** A person has logged in. */
  async remember({ subject, name, roles, branch }: Person): Promise<void> {
    await this.pool.query(
      `INSERT INTO desk_person (subject, sealed) VALUES ($1, $2)
       ON CONFLICT (subject) DO UPDATE SET sealed = $2, logged_in_at = now()`,
      [subject, this.seal.seal(placeOf(subject), { name, roles, branch })],
    );
  }

  /** Everybody, by name. A row that no desk has sealed is nobody. */
  async all(): Promise<KnownPerson[]> {
    const { rows } = await this.pool.query<Row>(SELECT);
    return rows.flatMap((row) => this.opened(row)).sort((one, other) => one.name.localeCompare(other.name));
  }

  /** `undefined` for a subject that has never logged in. */
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
