import type { Pool } from 'pg';
import { standingVeto } from '../domain/case/vetoes';
import { caseOf, caseId } from '../domain/wire/workflow-ids';
import type { AuditKeys } from './audit/keys';
import type { AuditProblem } from './audit/problems';
import type { ReadEntry } from './audit/read';
import { isSealed, SELECTED, type EffectRow } from './effects/row';

/** Kinds of case that send under their own reference. */
const SENDING: readonly string[] = ['payout', 'flush', 'limits'];

/** What a case has written down when it was about to send, or had sent. */
const SENDS: readonly string[] = ['stage SUBMITTING', 'stage SETTING', 'result SUCCESS', 'result SET'];

/** Follows the entries of one case, oldest first: whether it went on to send after a person had said no. */
export class SendsOfCase {
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

  /** What the fence has otherwise, by its last row of the reference. */
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

/** The last row of the fence for each case that sends under its own reference, and rows that no worker has written. */
export async function readFence(
  pool: Pool,
  keys: AuditKeys,
): Promise<{ readonly rows: ReadonlyMap<string, EffectRow>; readonly problems: readonly AuditProblem[] }> {
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
