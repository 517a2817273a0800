import { contentDigest } from '../authority/digest';
import { leafOf, levelsAbove, pathIn } from '../authority/merkle';
import { CHUNK_ROWS, rowContent, type ApprovedChunk, type PayableRow } from '../domain/batch/approved-rows';

interface RowsOfChunk {
  readonly rows: readonly PayableRow[];
  /** The number of rows in the whole batch. */
  readonly count: number;
  /** From 1 on. */
  readonly chunk: number;
  readonly branches: ApprovedChunk['branches'];
}

/** The level of the tree on which each chunk is one node. */
const BRANCH_LEVEL = Math.log2(CHUNK_ROWS);

const leavesOf = (rows: readonly PayableRow[], count: number) =>
  rows.map((row) => leafOf(rowContent(row, count)));

const asText = (node: Buffer) => node.toString('base64url');

/** Hashes of what people agree to, in the worker's own process: workflows cannot compute them. */
export const createHashes = () => ({
  /** SHA-256 of the content as JSON, in lower-case hex. */
  digestOf: (content: unknown): Promise<string> => Promise.resolve(contentDigest(content)),
  /** The tree of all rows that are to be paid. */
  treeOfRows({ rows }: { readonly rows: readonly PayableRow[] }) {
    const levels = levelsAbove(leavesOf(rows, rows.length));
    const root = levels.at(-1)?.[0] ?? Buffer.alloc(0);
    return Promise.resolve({ root: asText(root), branches: (levels[BRANCH_LEVEL] ?? [root]).map(asText) });
  },
  /** The Merkle paths of one chunk's rows to the root. */
  pathsOfChunk({ rows, count, chunk, branches }: RowsOfChunk) {
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

export type Hashes = ReturnType<typeof createHashes>;
