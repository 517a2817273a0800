import type { DeskRole } from '../../desk/contract/fields';

/** A person of the demonstration. */
interface DemonstrationUser {
  readonly name: string;
  readonly roles: readonly DeskRole[];
  readonly branch?: string;
}

/** What the desk is called at the provider of the demonstration. */
export const DESK_CLIENT = 'desk';
/** A program that works for an officer; its secret is no secret, like the password of the people. */
export const PROGRAM_CLIENT = 'officer-app';

/** The password of all of them. */
export const DEMONSTRATION_PASSWORD = 'demonstration';

/** Who may log in at the desk of a demonstration, by user name. */
export const DEMONSTRATION_USERS: Readonly<Record<string, DemonstrationUser>> = {
  officer: { name: 'Ola Officer', roles: ['officer'], branch: 'ikeja' },
  'other-officer': { name: 'Bisi Officer', roles: ['officer'], branch: 'kano' },
  supervisor: { name: 'Sade Supervisor', roles: ['supervisor'] },
  maker: { name: 'Musa Maker', roles: ['operator'] },
  approver: { name: 'Ada Approver', roles: ['approver'] },
};
