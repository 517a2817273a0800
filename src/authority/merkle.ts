import { hash } from 'node:crypto';
import { canonical } from './digest';

/** Prefixes that distinguish a leaf from a node, so that neither can pass as the other (RFC 9162). */
const [LEAF, NODE] = [0, 1];

const hashOf = (kind: number, ...parts: readonly Buffer[]): Buffer =>
  hash('sha256', Buffer.concat([Buffer.of(kind), ...parts]), 'buffer');

/** The hash of a leaf: of its content as canonical JSON (RFC 8785). */
export const leafOf = (content: unknown): Buffer => hashOf(LEAF, Buffer.from(canonical(content)));

/** The next level: two nodes make one, and the last of an odd number is kept as it is. */
const above = (nodes: readonly Buffer[]): Buffer[] =>
  Array.from({ length: Math.ceil(nodes.length / 2) }, (_, index) => {
    const [left, right] = nodes.slice(2 * index, 2 * index + 2) as [Buffer, Buffer?];
    return right ? hashOf(NODE, left, right) : left;
  });

/** All levels of a Merkle tree above these nodes, themselves first; the last level is the root. */
export function levelsAbove(nodes: readonly Buffer[]): Buffer[][] {
  const levels = [[...nodes]];
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) level = above(level);
  return levels;
}

/** The neighbours of a node on its way to the root, within these levels. */
export const pathIn = (levels: readonly (readonly Buffer[])[], index: number): Buffer[] =>
  levels.flatMap((level, height) => level[(index >> height) ^ 1] ?? []);

/** More than any tree of ours has; limits the work for an invented number of leaves. */
const LEAVES_MAX = 2 ** 20;

/**
 * The root reached from a leaf, by its place among all leaves and by its neighbours on the way to the root; `undefined` if
 * the path's length does not fit its place.
 */
export function rootFrom(
  leaf: Buffer,
  { index, count, path }: { index: number; count: number; path: readonly Buffer[] },
): Buffer | undefined {
  const isPlace = Number.isSafeInteger(index) && index >= 0 && index < count && count <= LEAVES_MAX;
  if (!isPlace) return undefined;
  const left = [...path];
  let node = leaf;
  for (let [place, size] = [index, count]; size > 1; place = place >> 1, size = Math.ceil(size / 2)) {
    if ((place ^ 1) >= size) continue;
    const neighbour = left.shift();
    if (!neighbour) return undefined;
    node = place % 2 === 0 ? hashOf(NODE, node, neighbour) : hashOf(NODE, neighbour, node);
  }
  return left.length === 0 ? node : undefined;
}
