import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const CHECKS = join(__dirname, '../../../scripts/checks');

/** What a check says about a folder that holds these files alone, and how it ends. */
export function checkPlanted(check: 'packages', files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'planted-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), content);
    }
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(CHECKS, `${check}.mjs`), root], {
      encoding: 'utf8',
    });
    if (stderr !== '') throw new Error(stderr);
    return { code: status, said: stdout.trim().split('\n') };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
