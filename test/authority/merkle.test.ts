import { leafOf, levelsAbove, pathIn, rootFrom } from '../../src/authority/merkle';

const leaves = (count: number) => Array.from({ length: count }, (_, index) => leafOf(['row', index, count]));

test('every leaf of a tree of any size leads to its root, by as many hashes as the tree is high at most', () => {
  for (const count of [1, 2, 3, 5, 8, 13, 255, 256, 257, 300]) {
    const all = leaves(count);
    const levels = levelsAbove(all);
    const root = levels.at(-1)?.[0];
    for (const [index, leaf] of all.entries()) {
      const path = pathIn(levels, index);
      expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)));
      expect(rootFrom(leaf, { index, count, path })).toEqual(root);
    }
  }
});

test('a leaf at another place, another leaf, a path too long or too short, or a number of leaves that is made up leads nowhere', () => {
  const [count, index] = [5, 2];
  const all = leaves(count);
  const levels = levelsAbove(all);
  const path = pathIn(levels, index);
  const root = levels.at(-1)?.[0];
  const leaf = all[index]!;
  const tries = [
    rootFrom(leaf, { index: 3, count, path }),
    rootFrom(all[1]!, { index, count, path }),
    rootFrom(leaf, { index, count, path: path.slice(1) }),
    rootFrom(leaf, { index, count, path: [...path, leaf] }),
    rootFrom(leaf, { index, count: 4, path }),
    rootFrom(leaf, { index, count: Infinity, path }),
    rootFrom(leaf, { index: -1, count, path }),
    rootFrom(leaf, { index: 5, count, path }),
  ];
  for (const found of tries) expect(found?.equals(root!) ?? false).toBe(false);
});

test('a node of the tree cannot be passed off as a leaf', () => {
  const all = leaves(4);
  const levels = levelsAbove(all);
  const node = levels[1]![0]!;
  expect(rootFrom(node, { index: 0, count: 2, path: [levels[1]![1]!] })).toEqual(levels.at(-1)![0]);
  const both = Buffer.concat([all[0]!, all[1]!]).toString('latin1');
  expect(leafOf(both)).not.toEqual(node);
});
