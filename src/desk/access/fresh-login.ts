import type { Person } from '../login/roles';
import { ProblemError } from '../http/problems';

/** A login counts as fresh for so long. */
const FRESH_MS = 5 * 60_000;

/** Commands by which money goes out. */
const AGREEING = ['approve', 'confirmProposal'];

/** From which amount on people must have logged in a moment ago before they agree. */
export class StepUp {
  constructor(private readonly fromKobo: number) {}

  /** Whether a person must log in once more for this. */
  isNeeded(person: Person, command: string, amountKobo: number | undefined, now = Date.now()): boolean {
    const matters = AGREEING.includes(command) && amountKobo !== undefined && amountKobo >= this.fromKobo;
    return matters && now - person.loggedInAt.getTime() > FRESH_MS;
  }

  /** @throws ProblemError */
  require(person: Person, command: string, amountKobo: number | undefined): void {
    if (!this.isNeeded(person, command, amountKobo)) return;
    throw new ProblemError('fresh-login', 'For an amount like this, log in once more first.', {
      login: '/api/login?fresh=true',
    });
  }
}
