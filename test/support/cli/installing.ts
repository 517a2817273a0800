import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type } from './terminal';

export const base = mkdtempSync(join(tmpdir(), 'install-'));
export const folder = join(base, 'installation');
export const at = (name: string) => join(folder, name);
export const removeAll = () => rmSync(base, { recursive: true });

/** Nothing listens there: what can be made without a network is made all the same. */
const CLOSED = '127.0.0.1:64999';
export const answers = {
  bank: { url: 'https://bank.example', key: 'first-key', apiKey: 'second-key' },
  temporal: { address: CLOSED, namespace: 'payouts' },
  database: `postgres://${CLOSED}/records`,
  desk: 'https://desk.example',
  provider: { issuer: `http://${CLOSED}`, clientId: 'desk', clientSecret: 'it is known' },
  people: { 'supervisor-1': ['supervisor'], 'approver-1': ['approver'] },
};

interface Finding {
  readonly what: string;
  readonly verdict: string;
  readonly found: string;
  readonly todo?: string;
}

/** Installs by these answers, with some changed. */
export async function install(changed: object = {}, to = folder) {
  const path = join(base, 'answers.json');
  writeFileSync(path, JSON.stringify({ ...answers, ...changed }), { mode: 0o600 });
  const { code, out, err } = await type(`install ${path} ${to} --json`);
  return { code, err, findings: out === '' ? [] : (JSON.parse(out) as Finding[]) };
}

/** Every file with what it holds. */
export const contents = (of = folder) =>
  readdirSync(of, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]);
