import { type } from './terminal';

/** What the doctor found about one thing. */
interface Finding {
  readonly what: string;
  readonly verdict: string;
  readonly found: string;
  readonly todo?: string;
}

/** What the doctor finds in the environment of a program. */
export async function examine(program = 'worker') {
  const { code, out } = await type(`doctor --for ${program} --json`);
  const findings = JSON.parse(out) as Finding[];
  return { code, findings, wrong: findings.filter(({ verdict }) => verdict === 'wrong') };
}
