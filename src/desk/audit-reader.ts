import type { Pool } from 'pg';
import { endOfLagosDay, startOfLagosDay } from '../domain/time/lagos-days';
import type { AuditKeys } from '../records/audit/keys';
import { searchEntries } from '../records/audit/search';
import type { SignerKey } from '../records/checkpoints/checkpoint';
import { verify } from '../records/verify';
import type { AuditPage, Verification } from './contract/audit';
import { ProblemError } from './http/problems';
import { given } from './views/case-row';

/** What a check of the chains needs. */
interface VerifyingKeys {
  readonly keys: AuditKeys;
  readonly signer: SignerKey;
}

/** Whose deeds, of which case, on which day. */
interface Wanted {
  readonly person?: string | undefined;
  readonly case?: string | undefined;
  readonly day?: string | undefined;
  readonly before?: number | undefined;
}

/** Shows the audit, and checks it where the desk has been given the keys. */
export class AuditReader {
  constructor(
    private readonly pool: Pool,
    private readonly verifying: VerifyingKeys | undefined,
  ) {}

  /** Newest first. */
  async page({ person, case: caseId, day, before }: Wanted, limit: number): Promise<AuditPage> {
    const span =
      day === undefined
        ? undefined
        : { from: instant(startOfLagosDay(day)), to: instant(endOfLagosDay(day)) };
    const found = await searchEntries(this.pool, { actor: person, caseId, span, before }, limit + 1);
    const entries = found.slice(0, limit).map(({ detail, ...entry }) => ({
      ...{ position: entry.position, case: entry.case_id, sequence: entry.sequence, at: entry.at },
      ...{ kind: entry.kind, what: entry.what, signed: entry.act !== null, hash: entry.hash },
      ...given({
        actor: entry.actor ?? undefined,
        role: entry.role ?? undefined,
        requestId: entry.request_id ?? undefined,
        detail: detail && (JSON.parse(detail.content) as Record<string, unknown>),
      }),
    }));
    const next = found.length > limit ? entries.at(-1)?.position : undefined;
    return { entries, ...given({ next }) };
  }

  /** @throws ProblemError where the desk has no keys for it */
  async verification(): Promise<Verification> {
    if (!this.verifying)
      throw new ProblemError(
        'unavailable',
        'This desk has no keys of the audit: set AUDIT_KEY_FILE and AUDIT_SIGNER_KEY_FILE, or use the command line: audit verify.',
      );
    const { problems, ...found } = await verify({ pool: this.pool, ...this.verifying });
    return {
      ...found,
      problems: problems.map(({ problem, caseId }) => ({ problem, ...given({ case: caseId }) })),
    };
  }
}

const instant = (atMs: number) => new Date(atMs).toISOString();
