import { leafOf, levelsAbove, pathIn } from '../authority/merkle';
import { CHUNK_ROWS, rowContent, type ApprovedChunk, type PayableRow } from '../domain/batch/approved-rows';

/** A tree of rows, as a workflow knows it. */
interface RowTree {
  readonly root: string;
  readonly branches: ApprovedChunk['branches'];
}

/** Where a row stands in the tree. */
interface RowPath {
  readonly index: number;
  readonly path: readonly string[];
}

/** Hashes over the rows of a batch, in the worker's own process: workflows cannot compute them. */
export interface RowTrees {
  /** The tree of all rows that are to be paid. */
  treeOfRows(given: { rows: readonly PayableRow[] }): Promise<RowTree>;
  /** The ways of the rows of one chunk to the root. */
  pathsOfChunk(given: {
    rows: readonly PayableRow[];
    /** Of the whole batch. */
    count: number;
    /** From 1 on. */
    chunk: number;
    branches: readonly string[];
  }): Promise<RowPath[]>;
}

/** The level of the tree on which each chunk is one node. */
const BRANCH_LEVEL = Math.log2(CHUNK_ROWS);

const leavesOf = (rows: readonly PayableRow[], count: number) =>
  rows.map((row) => leafOf(rowContent(row, count)));

const asText = (node: Buffer) => node.toString('base64url');

export const createRowTrees = (): RowTrees => ({
  treeOfRows({ rows }) {
    const levels = levelsAbove(leavesOf(rows, rows.length));
    const root = levels.at(-1)?.[0] ?? Buffer.alloc(0);
    return Promise.resolve({ root: asText(root), branches: (levels[BRANCH_LEVEL] ?? [root]).map(asText) });
  },
  pathsOfChunk({ rows, count, chunk, branches }) {
    const inside = levelsAbove(leavesOf(rows, count)).slice(0, BRANCH_LEVEL);
    const nodes = branches.map((branch) => Buffer.from(branch, 'base64url'));
    const outside = pathIn(levelsAbove(nodes), chunk - 1);
    return Promise.resolve(
      rows.map((_, index) => ({
        index: (chunk - 1) * CHUNK_ROWS + index,
        path: [...pathIn(inside, index), ...outside].map(asText),
      })),
    );
  },
});
