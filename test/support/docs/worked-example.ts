import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { section, textOf } from './pages';

const COPIED = ['src', 'sandbox', 'stack', 'test', 'package.json', 'tsconfig.json', 'jest.config.js'];

/** One change that a page shows: a file, the lines it has and the lines it gets. */
export interface Change {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

function changeFrom(block: string): Change {
  const [head = '', ...lines] = block.split('\n');
  const [, file = ''] = /^@@ (\S+) @@$/.exec(head) ?? [];
  const without = (mark: string) =>
    lines.filter((line) => !line.startsWith(mark)).map((line) => line.slice(1));
  return { file, before: without('+').join('\n'), after: without('-').join('\n') };
}

/** The changes that a section of the page on extending shows, in their order. */
export const changesOf = (title: string): Change[] =>
  [...section(textOf('docs/EXTENDING.md'), title).matchAll(/```diff\n([\s\S]*?)\n```/g)].map(([, block]) =>
    changeFrom(block!),
  );

/** A copy of the project in a folder of its own, with the packages of this one. */
export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'extending-'));

  constructor() {
    for (const path of COPIED) cpSync(path, join(this.folder, path), { recursive: true });
    symlinkSync(resolve('node_modules'), join(this.folder, 'node_modules'));
  }

  /** Makes the change. The lines it names must stand exactly once in the file; a new file has none. */
  apply({ file, before, after }: Change): void {
    const path = join(this.folder, file);
    if (before === '') {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, after + '\n', { flag: 'wx' });
      return;
    }
    const parts = readFileSync(path, 'utf8').split(before);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places like\n${before}`);
    writeFileSync(path, parts.join(after));
  }

  /** What the compiler complains about in these files and all that they import, a line each. */
  async complaints(...include: readonly string[]): Promise<string[]> {
    const tsBuildInfoFile = 'types.tsbuildinfo';
    const settings = { extends: './tsconfig.json', compilerOptions: { tsBuildInfoFile }, include };
    writeFileSync(join(this.folder, 'tsconfig.part.json'), JSON.stringify(settings));
    const { output } = await this.run('tsc', '-p', 'tsconfig.part.json');
    return output.split('\n').filter((line) => line.includes('error TS'));
  }

  /** Runs tests of the copy. */
  test = (...args: readonly string[]) => this.run('jest', ...args);

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  /** Runs a program of the packages in the copy. */
  private run(command: string, ...args: string[]): Promise<{ code: number; output: string }> {
    const program = join(this.folder, 'node_modules', '.bin', command);
    return new Promise((settle) => {
      execFile(program, args, { cwd: this.folder, encoding: 'utf8' }, (error, stdout, stderr) =>
        settle({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });
  }
}
