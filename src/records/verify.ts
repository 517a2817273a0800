import type { Pool } from 'pg';
import type { AuditKeys } from './audit/keys';
import { ChainCheck, type AuditProblem, type ExpectedHead } from './audit/problems';
import { allEntries, storedCheckpoints, type ReadEntry } from './audit/read';
import { readChain, type SignedHeads, type SignerKey } from './checkpoints/checkpoint';
import { standingVeto } from '../domain/case/vetoes';
import { caseOf, caseId } from '../domain/wire/workflow-ids';
import { isSealed, SELECTED, type EffectRow } from './effects/row';

export type Verification = Awaited<ReturnType<typeof verify>>;

interface Given {
  readonly pool: Pool;
  readonly keys: AuditKeys;
  readonly signer: SignerKey;
  /** The lines of an exported file, which the caller reads before the database is read. */
  readonly exported?: readonly string[] | undefined;
}

/** Checks every entry, chain and checkpoint, all against the export, and the fence's sends against both. */
export async function verify({ pool, keys, signer, exported }: Given) {
  const stored = (await storedCheckpoints(pool)).map(({ signed }) => signed);
  const own = await readChain(stored, signer, 'the database');
  const other = exported && (await readChain(exported, signer, 'the exported head'));
  const signedHeads = [own, ...(other ? [other] : [])];
  const chains = await checkEntries(pool, keys, signedHeads);
  const lost = exported ? lackingIn(stored, exported) : 0;
  return {
    /** The sources of the check: the database alone cannot prove everything. */
    reliedOn: exported ? 'the database and an exported head' : 'the database alone',
    ...chains,
    checkpoints: own.count,
    /** How many checkpoints of the database the exported head lacks. */
    unexported: exported ? lackingIn(exported, stored) : 0,
    problems: [
      ...signedHeads.flatMap(({ problems }) => problems),
      ...(lost > 0
        ? [{ problem: `the database lacks ${lost} of ${exported?.length} exported checkpoints` }]
        : []),
      ...chains.problems,
    ],
  };
}

/** How many of the wanted checkpoints are not among those held. */
function lackingIn(held: readonly string[], wanted: readonly string[]): number {
  const known = new Set(held);
  return wanted.filter((line) => !known.has(line)).length;
}

async function checkEntries(pool: Pool, keys: AuditKeys, signedHeads: readonly SignedHeads[]) {
  const signedPosition = Math.max(...signedHeads.map(({ position }) => position));
  const expectedOf = (caseId: string): ExpectedHead[] =>
    signedHeads.flatMap(({ heads }) => heads.get(caseId) ?? []);
  const seen = new Set<string>();
  const problems: AuditProblem[] = [];
  let [entries, unsigned] = [0, 0];
  let check: ChainCheck | undefined;
  let sends: SendsOfCase | undefined;
  const fence = await readFence(pool, keys);
  const ended = () => [...(check?.end() ?? []), ...(sends?.against(fence.rows) ?? [])];
  for await (const entry of allEntries(pool)) {
    if (!seen.has(entry.case_id)) {
      problems.push(...ended());
      seen.add(entry.case_id);
      sends = new SendsOfCase(entry.case_id);
      check = new ChainCheck(entry.case_id, keys, expectedOf(entry.case_id), signedPosition);
    }
    check?.next(entry);
    problems.push(...(sends?.next(entry) ?? []));
    entries++;
    if (entry.position > signedPosition) unsigned++;
  }
  problems.push(...ended(), ...lostCases(signedHeads, seen), ...fence.problems);
  return { cases: seen.size, entries, unsigned, problems };
}

function lostCases(signedHeads: readonly SignedHeads[], seen: ReadonlySet<string>): AuditProblem[] {
  const lost = new Map<string, ExpectedHead>();
  for (const { heads } of signedHeads)
    for (const [caseId, head] of heads) if (!seen.has(caseId)) lost.set(caseId, head);
  return [...lost].map(([caseId, { sequence, source }]) => ({
    caseId,
    problem: `the case was removed: ${source} has ${sequence} entries of it`,
  }));
}

/** Kinds of case that send under their own reference. */
const SENDING: readonly string[] = ['payout', 'flush', 'limits'];

/** Entries that a case writes when it is about to send, or has sent. */
const SENDS: readonly string[] = ['stage SUBMITTING', 'stage SETTING', 'result SUCCESS', 'result SET'];

/** Follows the entries of one case, oldest first, to see whether it sent after a person's veto. */
class SendsOfCase {
  private commands: { readonly name: string; readonly sequence: number }[] = [];
  private begunBy: string | null | undefined;
  private result: string | undefined;

  constructor(private readonly caseId: string) {}

  next({ kind, what, act, sequence }: ReadEntry): AuditProblem[] {
    if (kind === 'start' && (act === null || act !== this.begunBy)) {
      this.commands = [];
      this.begunBy = act;
    }
    if (kind === 'command') this.commands.push({ name: what, sequence });
    if (kind === 'result') this.result = what;
    const veto = SENDS.includes(`${kind} ${what}`) && this.isSending && standingVeto(this.commands);
    if (!veto) return [];
    const problem = `the case went on to send, although a person had said no by ${veto.name} in entry ${veto.sequence}`;
    return [{ caseId: this.caseId, sequence, problem }];
  }

  /** Compares with the fence, by its last row of the reference. */
  against(rows: ReadonlyMap<string, EffectRow>): AuditProblem[] {
    const state = this.isSending && rows.get(this.caseId)?.state;
    if (this.result === 'SUCCESS' && state === 'unsent')
      return [this.otherwise('it was paid', 'the bank took nothing of it')];
    if (this.result === 'CANCELLED' && state === 'took')
      return [this.otherwise('nothing was sent', 'the bank took it')];
    return [];
  }

  private get isSending(): boolean {
    return SENDING.includes(caseOf(this.caseId).kind);
  }

  private otherwise(told: string, known: string): AuditProblem {
    return { caseId: this.caseId, problem: `the case says that ${told}, the fence that ${known}` };
  }
}

/** The fence's last row for each case that sends under its own reference, and problems with forged rows. */
async function readFence(pool: Pool, keys: AuditKeys) {
  const { rows: all } = await pool.query<EffectRow>(
    `SELECT ${SELECTED} FROM money_effect ORDER BY reference, sequence`,
  );
  const rows = new Map<string, EffectRow>();
  const problems: AuditProblem[] = [];
  for (const row of all) {
    const { kind, reference, sequence } = row;
    if (!isSealed(row, keys))
      problems.push({ problem: `row ${sequence} of ${reference} in the fence was written by no worker` });
    else if (kind === 'payout' || kind === 'flush') rows.set(caseId(kind, reference), row);
    else if (kind === 'limits') rows.set(reference, row);
  }
  return { rows, problems };
}
