import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const platform = `${process.platform}-${process.arch}`;
export const cachedTemporal = `.cache/bin/temporal-1.9.1-${platform}`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const lock = JSON.stringify({ packages: { '': {} } });

/** A program that answers --version as the Temporal command line does; `note` makes its content differ. */
export const fakeTemporal = (version = '1.9.1', note = '') =>
  `#!/bin/sh\n# ${note}\necho "temporal version ${version} (Server 1.32.0, UI 2.54.1)"\n`;

/** A python3 whose pip "installs" a file named temporal with this content. */
export const fakePython = (content: string) => `#!/bin/sh
while [ "$1" != --target ]; do shift; done
/bin/mkdir -p "$2/bin"
/bin/cat > "$2/bin/temporal" <<'END'
${content}END
`;

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A folder with our scripts, no network, and a PATH that holds only what the test puts there. */
export class Project {
  readonly root = mkdtempSync(join(tmpdir(), 'set-up-'));
  readonly env: Record<string, string> = { PATH: this.path('path'), HOME: this.path('home') };

  constructor() {
    cpSync(join(__dirname, '../../../scripts'), this.path('scripts'), { recursive: true });
    this.put('package.json', '{"type": "commonjs"}');
    this.put('package-lock.json', lock);
    this.put('node_modules/.installed-lock-sha256', sha256(lock));
    this.putProgram('where', 'console.log(process.env.TEMPORAL_CLI_PATH)');
    this.useFetch("throw Object.assign(new Error(), { cause: { code: 'ENOTFOUND' } })");
  }

  path(...parts: string[]): string {
    return join(this.root, ...parts);
  }

  put(name: string, content: string | Buffer, mode = 0o644): string {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content, { mode });
    return this.path(name);
  }

  /** What `node scripts/run.mjs <name>` finds as the command of a package. */
  putProgram(name: string, script: string): void {
    this.put(`node_modules/.bin/${name}`, script);
  }

  putTool(name: string, script: string): void {
    this.put(`path/${name}`, script, 0o755);
  }

  /** The checksum that the project knows for the Temporal command line on this platform. */
  expectTemporal(content: string): void {
    this.put(
      'scripts/checksums.json',
      JSON.stringify({
        temporal: { [platform]: sha256(content) },
        'test-server': {},
        'temporal-test-server': {},
      }),
    );
  }

  putCached(content: string, receiptOf = content): void {
    const path = this.put(cachedTemporal, content, 0o755);
    const mtimeMs = statSync(path).mtimeMs - (receiptOf === content ? 0 : 1_000);
    const receipt = {
      version: '1.9.1',
      sha256: sha256(receiptOf),
      size: Buffer.byteLength(receiptOf),
      mtimeMs,
    };
    this.put(`${cachedTemporal}.json`, JSON.stringify(receipt));
  }

  /** Replaces what reaches for the network in the scripts. */
  useFetch(body: string): void {
    const path = this.put(
      'fetch.mjs',
      `const real = fetch; globalThis.fetch = async (url, init) => { ${body} };`,
    );
    this.env['NODE_OPTIONS'] = `--import=${path}`;
  }

  start(args: string[], env: Record<string, string> = {}): { child: ChildProcess; ended: Promise<Ended> } {
    const child = spawn(process.execPath, ['scripts/run.mjs', ...args], {
      cwd: this.root,
      env: { ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, ended: collect(child) };
  }

  run(args: string[], env?: Record<string, string>): Promise<Ended> {
    return this.start(args, env).ended;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
  }
}

function collect(child: ChildProcess): Promise<Ended> {
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      resolve({ code, signal, ...output });
    });
  });
}
