import { ANY_PERSON } from '../authority/key-ring';
import { readSigningKey, type SigningKey } from '../authority/person-key';
import { readConfig } from '../config/read-config';
import type { CommandRow, Role } from '../domain/case/commands';

/** The key of the person who types; nothing without one. What is wrong with its file is told when it is to sign. */
function ownKey(): SigningKey | undefined {
  const { keyFile } = readConfig(['signing']).signing;
  try {
    return keyFile === undefined ? undefined : readSigningKey(keyFile);
  } catch {
    return undefined;
  }
}

/** The roles of a person's own key; `undefined` if a desk's key, or none, signs. */
function ownRoles(): readonly Role[] | undefined {
  const key = ownKey();
  return key && key.subject !== ANY_PERSON ? key.roles : undefined;
}

/** Whether a key or a setting says who gives a command. */
export const knowsActor = (): boolean =>
  ownRoles() !== undefined || readConfig(['signing']).signing.actor !== undefined;

/** Whether the person's own key asserts a role that may give a command; without one of their own, any person may be meant. */
export const mayGive = ({ roles }: CommandRow): boolean =>
  ownRoles()?.some((role) => roles.includes(role)) ?? true;

/** The role in which a command is given where none is named: one that the person's own key asserts, or else the usual one. */
export function roleFor({ roles }: CommandRow, usualRole: Role): Role | undefined {
  const own = ownRoles() ?? [];
  return [...(own.includes(usualRole) ? [usualRole] : own), usualRole].find((role) => roles.includes(role));
}
