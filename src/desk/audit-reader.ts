import type { Pool } from 'pg';
import type { z } from 'zod';
import { endOfLagosDay, startOfLagosDay } from '../domain/time/lagos-days';
import type { AuditKeys } from '../records/audit/keys';
import { isWhole, type AuditRow } from '../records/audit/row';
import { searchEntries } from '../records/audit/read';
import type { SignerKey } from '../records/checkpoints/checkpoint';
import { verify } from '../records/verify';
import type { AuditPage, auditQuery, Verification } from './contract/audit';
import type { CasePage } from './contract/case-page';
import { ProblemError } from './http/problems';

/** What a person has decided about a case, as the audit has it. */
type Decision = Omit<CasePage['decisions'][number], 'summary'>;

/** What a check of the chains needs. */
interface VerifyingKeys {
  readonly keys: AuditKeys;
  readonly signer: SignerKey;
}

/** Shows the audit, and checks it where the desk has been given the keys. */
export class AuditReader {
  constructor(
    private readonly pool: Pool,
    private readonly verifying: VerifyingKeys | undefined,
  ) {}

  /** Newest first. */
  async page(wanted: z.output<typeof auditQuery>, limit: number): Promise<AuditPage> {
    const { person, case: caseId, day, before } = wanted;
    const span =
      day === undefined
        ? undefined
        : { from: instant(startOfLagosDay(day)), to: instant(endOfLagosDay(day)) };
    const caseIds = caseId === undefined ? undefined : [caseId];
    const found = await searchEntries(this.pool, { actor: person, caseIds, span, before }, limit + 1);
    const entries = found.slice(0, limit).map(({ detail, ...entry }) => ({
      ...{ position: entry.position, case: entry.case_id, sequence: entry.sequence, at: entry.at },
      ...{ kind: entry.kind, what: entry.what, signed: entry.act !== null, hash: entry.hash },
      isForeign: this.isForeign(entry) || undefined,
      actor: entry.actor ?? undefined,
      role: entry.role ?? undefined,
      requestId: entry.request_id ?? undefined,
      detail: detail && (JSON.parse(detail.content) as Record<string, unknown>),
    }));
    return { entries, next: found.length > limit ? entries.at(-1)?.position : undefined };
  }

  /** By which of these commands people have decided about what stands under a digest, newest first. */
  async decisions(caseIds: readonly string[], commands: readonly string[]): Promise<Decision[]> {
    const found = await searchEntries(this.pool, { caseIds, what: commands }, DECISIONS_MAX);
    const own = found.filter((entry) => !this.isForeign(entry));
    return own.flatMap(({ what, actor, role, at, detail }) => {
      const { expectedDigest, login } = detailOf(detail);
      return actor !== null && role !== null && expectedDigest !== undefined
        ? [{ command: what, by: actor, role, at, digest: expectedDigest, freshLogin: login !== undefined }]
        : [];
    });
  }

  /** Whether somebody else than a worker has put a row into the database, as far as the desk has keys to tell. */
  private isForeign(entry: AuditRow): boolean {
    return this.verifying !== undefined && !isWhole(entry, this.verifying.keys);
  }

  /** @throws ProblemError where the desk has no keys for it */
  async verification(): Promise<Verification> {
    if (!this.verifying)
      throw new ProblemError(
        'unavailable',
        'This desk has no keys of the audit: set AUDIT_KEY_FILE and AUDIT_SIGNER_KEY_FILE, or use the command line: audit verify.',
      );
    const { problems, ...found } = await verify({ pool: this.pool, ...this.verifying });
    return { ...found, problems: problems.map(({ problem, caseId }) => ({ problem, case: caseId })) };
  }
}

/** The longest history that a page shows. */
const DECISIONS_MAX = 50;

/** What of a command's detail a decision consists of; nothing where it was erased. */
const detailOf = (detail: { readonly content: string } | undefined) =>
  Object(detail && JSON.parse(detail.content)) as {
    readonly expectedDigest?: string;
    readonly login?: string;
  };

const instant = (atMs: number) => new Date(atMs).toISOString();
