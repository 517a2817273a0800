import type { CaseSnapshot } from '../../domain/case/snapshot';
import { AGREEING } from './decide';

/** A case as far as it says what agreeing to it takes. */
export type Agreeable = Pick<CaseSnapshot, 'approval' | 'proposals'>;

/** Whether people must log in once more before they agree: the case says so, by its policy. */
export class StepUp {
  /** A desk that signs nothing has nothing to prove. */
  constructor(private readonly signs: boolean) {}

  /** Whether a command may ever take a fresh login. */
  mayConcern = (command: string): boolean => this.signs && AGREEING.includes(command);

  /** Whether a command takes a fresh login; of several proposals, the one of this digest. */
  isNeeded(agreeable: Agreeable, command: string, digest?: unknown): boolean {
    return this.meant(agreeable, command, digest).some(({ freshLogin }) => freshLogin === true);
  }

  /** The same of a signature by a device of the person. */
  needsPasskey(agreeable: Agreeable, command: string, digest?: unknown): boolean {
    return this.meant(agreeable, command, digest).some(({ passkey }) => passkey === true);
  }

  private meant({ approval, proposals = [] }: Agreeable, command: string, digest: unknown) {
    if (!this.mayConcern(command)) return [];
    if (command === 'approve') return approval ? [approval] : [];
    return proposals.filter((one) => digest === undefined || one.digest === digest);
  }
}
