import { appendFile, mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The signed checkpoints outside the database: a file with one a line, to which lines are only ever added. A line that
 * was cut off by a crash is the beginning of the line after it.
 */
export class ExportFile {
  private constructor(
    private readonly path: string,
    private known: string[],
    private isCutOff: boolean,
  ) {}

  /** Reads what was exported before; a file that does not exist is empty. */
  static async open(path: string): Promise<ExportFile> {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    });
    const lines = text.split('\n').filter((line) => line !== '');
    const isCutOff = text !== '' && !text.endsWith('\n');
    const whole = isCutOff ? lines.slice(0, -1) : lines;
    return new ExportFile(path, whole.filter(isWhole), isCutOff);
  }

  /** The signed checkpoints, in order. */
  get lines(): readonly string[] {
    return this.known;
  }

  /** Adds checkpoints, and returns when the disk has them. */
  async append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    await mkdir(dirname(this.path), { recursive: true });
    await appendFile(this.path, `${this.isCutOff ? '\n' : ''}${lines.join('\n')}\n`, { mode: 0o600 });
    const file = await open(this.path, 'r+');
    await file.sync().finally(() => file.close());
    this.isCutOff = false;
    this.known = [...this.known, ...lines];
  }
}

const isWhole = (line: string, place: number, all: readonly string[]): boolean =>
  !(all[place + 1]?.startsWith(line) === true && all[place + 1] !== line);
