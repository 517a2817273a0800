import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isReference } from '../../domain/wire/references';
import { DESK_ROLES, deskRole, type DeskRole } from '../contract/fields';

/** Who uses the desk, by browser or by another program. */
export interface Person {
  /** Opaque; the same in acts, cases and audit. */
  readonly subject: string;
  readonly name: string;
  readonly roles: readonly DeskRole[];
  readonly branch?: string | undefined;
  /** When the person last gave a password or the like. */
  readonly loggedInAt: Date;
}

/** The file that says what the provider's claims mean cannot be used. */
export class RolesFileError extends Error {
  override readonly name = 'RolesFileError';
}

const rolesFile = z.strictObject({
  /** The claim that lists a person's groups. */
  claim: z.string().min(1).default('roles'),
  /** What each group may be at the desk. */
  roles: z
    .record(z.string(), z.array(deskRole))
    .default(Object.fromEntries(DESK_ROLES.map((role) => [role, [role]]))),
  branchClaim: z.string().min(1).default('branch'),
  nameClaim: z.string().min(1).default('name'),
});

/** What the provider's claims mean. */
export type RoleMapping = z.output<typeof rolesFile>;

/** Without a file: the claim `roles` names the roles as the desk does. @throws RolesFileError */
export function readRoleMapping(path?: string): RoleMapping {
  if (path === undefined) return rolesFile.parse({});
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new RolesFileError(`${path} cannot be read, or is not JSON`);
  }
  const { data, error } = rolesFile.safeParse(given);
  if (data) return data;
  const problems = error.issues.map(({ path: place, message }) => `${place.join('.')}: ${message}`);
  throw new RolesFileError(`${path}: ${problems.join('; ')}`);
}

/** Who the provider says that this is; nothing where the subject cannot stand in a case, or has no role here. */
export function personIn(
  claims: Readonly<Record<string, unknown>>,
  { claim, roles, branchClaim, nameClaim }: RoleMapping,
): Person | undefined {
  const { sub, auth_time: authTime } = claims;
  if (typeof sub !== 'string' || !isReference(sub)) return undefined;
  const own = new Set(
    listIn(claims[claim]).flatMap((group) => (Object.hasOwn(roles, group) ? (roles[group] ?? []) : [])),
  );
  if (own.size === 0) return undefined;
  const [name, branch] = [claims[nameClaim], claims[branchClaim]];
  return {
    subject: sub,
    name: typeof name === 'string' && name !== '' ? name.slice(0, 100) : sub,
    roles: DESK_ROLES.filter((role) => own.has(role)),
    branch: typeof branch === 'string' && isReference(branch) ? branch : undefined,
    loggedInAt: new Date(typeof authTime === 'number' ? authTime * 1_000 : 0),
  };
}

const listIn = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).filter((one) => typeof one === 'string');
