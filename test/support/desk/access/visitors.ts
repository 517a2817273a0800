import type { Pool } from 'pg';
import type { DeskRole } from '../../../../src/desk/contract/fields';
import { People } from '../../../../src/desk/login/people';
import { Sessions } from '../../../../src/desk/login/sessions';
import { readRowSeal } from '../../../../src/desk/names-key';
import { Browser } from '../browser';
import type { DeskStack } from '../stack';
import type { Relation } from './expected';

/** Who made everything that the walk finds to be approved. */
export const MAKER = 'walk-maker';
/** The branch of the cases, and another one. */
export const BRANCH = 'ikeja';
const OTHER_BRANCH = 'kano';

interface Visitor {
  readonly subject: string;
  readonly roles: readonly DeskRole[];
  readonly branch?: string | undefined;
}

/** Lets people in at a desk, each by a session such as its login begins. */
export class Visitors {
  private readonly sessions: Sessions;
  private readonly people: People;

  constructor(
    private readonly url: string,
    pool: Pool,
    { namesKeyFile, issuer }: Pick<DeskStack, 'namesKeyFile' | 'issuer'>,
  ) {
    const seal = readRowSeal(namesKeyFile, issuer);
    this.sessions = new Sessions(pool, seal);
    this.people = new People(pool, seal);
  }

  async letIn({ subject, roles, branch }: Visitor): Promise<Browser> {
    const browser = new Browser(this.url);
    const person = { subject, name: subject, roles, branch, loggedInAt: new Date() };
    browser.session = await this.sessions.begin(person);
    await this.people.remember(person);
    return browser;
  }

  /** A person of one role who stands so to the cases of the walk. */
  inRelation(role: DeskRole, relation: Relation): Promise<Browser> {
    const branch = relation === 'otherBranch' ? OTHER_BRANCH : BRANCH;
    return this.letIn({ subject: `walk-${relation}`, roles: [role], branch });
  }
}
