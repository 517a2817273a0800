import type { CommandTable } from '../domain/commands';

/**
 * One table of two, for something that is carried by one workflow after the other. A command that both have may be
 * given to whichever runs: in the stages and the roles of both.
 */
export function mergedTables(first: CommandTable, second: CommandTable): CommandTable {
  const merged = { ...first, ...second };
  for (const [name, row] of Object.entries(first)) {
    const other = second[name];
    merged[name] = other
      ? { ...row, stages: union(row.stages, other.stages), roles: union(row.roles, other.roles) }
      : row;
  }
  return merged;
}

const union = <T>(some: readonly T[], more: readonly T[]): T[] => [...new Set([...some, ...more])];
