import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isReference } from '../../domain/wire/references';
import { inputProblems } from '../../input/problems';
import { DESK_ROLES, deskRole, WATCHING_ROLES, type DeskRole } from '../contract/fields';

/** A user of the desk, by browser or by another program. */
export interface Person {
  /** Opaque; the same in acts, cases and audit. */
  readonly subject: string;
  readonly name: string;
  readonly roles: readonly DeskRole[];
  readonly branch?: string | undefined;
  /** When the person last gave a password or the like. */
  readonly loggedInAt: Date;
}

export const hasOneOf = ({ roles }: Pick<Person, 'roles'>, wanted: readonly string[]): boolean =>
  roles.some((role) => wanted.includes(role));

/** The file that maps the provider's claims cannot be used. */
export class RolesFileError extends Error {
  override readonly name = 'RolesFileError';
  readonly kind = 'usage';
}

const rolesFile = z.strictObject({
  /** The claim that lists a person's groups; dots lead into nested claims, as in `realm_access.roles`. */
  claim: z.string().min(1).default('roles'),
  /** The desk's roles of each group. */
  roles: z
    .record(z.string(), z.array(deskRole))
    .default(Object.fromEntries(DESK_ROLES.map((role) => [role, [role]]))),
  branchClaim: z.string().min(1).default('branch'),
  nameClaim: z.string().min(1).default('name'),
});

/** The mapping of the provider's claims to people at the desk. */
export type RoleMapping = z.output<typeof rolesFile> & { readonly subjectClaim: string };

/** Reads the mapping; by default, the claim `roles` holds the desk's own roles. @throws RolesFileError */
export function readRoleMapping(path?: string, subjectClaim = 'sub'): RoleMapping {
  if (path === undefined) return { ...rolesFile.parse({}), subjectClaim };
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new RolesFileError(`${path} cannot be read, or is not JSON`);
  }
  const { data, error } = rolesFile.safeParse(given);
  if (data) return { ...data, subjectClaim };
  throw new RolesFileError(`${path}: ${inputProblems(error).join('; ')}`);
}

export type Claims = Readonly<Record<string, unknown>>;

/** The person in a provider's claims; `undefined` if the subject is not usable in a case, or has no role. */
export function personIn(
  claims: Claims,
  { claim, roles, branchClaim, nameClaim, subjectClaim }: RoleMapping,
): Person | undefined {
  const { [subjectClaim]: sub, auth_time: authTime } = claims;
  if (typeof sub !== 'string' || !isReference(sub)) return undefined;
  const groups = [valueAt(claims, claim)].flat().filter((group) => typeof group === 'string');
  const own = new Set(groups.flatMap((group) => (Object.hasOwn(roles, group) ? (roles[group] ?? []) : [])));
  if (own.size === 0) return undefined;
  // People who oversee the work of others do none of it: a watching role voids the other roles.
  const watching = WATCHING_ROLES.filter((role) => own.has(role));
  const [name, branch] = [valueAt(claims, nameClaim), valueAt(claims, branchClaim)];
  return {
    subject: sub,
    name: typeof name === 'string' && name !== '' ? name.slice(0, 100) : sub,
    roles: watching.length > 0 ? watching : DESK_ROLES.filter((role) => own.has(role)),
    branch: typeof branch === 'string' && isReference(branch) ? branch : undefined,
    loggedInAt: new Date(typeof authTime === 'number' ? authTime * 1_000 : 0),
  };
}

/** The first page after a login without a destination, by roles. */
export function homeOf(roles: readonly string[]): string {
  if (roles.every((role) => role === 'approver')) return '/approvals';
  return roles.every((role) => role === 'auditor') ? '/audit' : '/';
}

/** A claim, or one nested below it, such as `realm_access.roles`. */
export const valueAt = (claims: Claims, path: string): unknown =>
  Object.hasOwn(claims, path)
    ? claims[path]
    : path.split('.').reduce<unknown>((at, name) => {
        const below = Object(at) as Claims;
        return Object.hasOwn(below, name) ? below[name] : undefined;
      }, claims);
