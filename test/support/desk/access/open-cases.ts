import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '../../../../src/domain/case/commands';
import type { Kind } from '../../../../src/desk/contract/fields';
import { Program } from '../../program';
import type { Answer, Browser } from '../browser';
import { startLoan, startPayout, until } from '../steps';
import { BRANCH, MAKER, type Visitors } from './visitors';

/** A case that runs for the walk, as far as it decides what people may do. */
export interface OpenCase {
  readonly kind: Kind;
  readonly reference: string;
  readonly stage: string;
  readonly ended: boolean;
  /** Whether it belongs to a branch. */
  readonly hasBranch: boolean;
  /** The command by which a second person agrees to what the maker of the walk has made. */
  readonly agreement?: 'approve' | 'confirmProposal';
  /** Who may agree, by its rule. */
  readonly approvers?: readonly Role[];
  readonly digest?: string;
}

const example = (name: string): Answer['body'] => JSON.parse(readFileSync(`examples/${name}`, 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'walk-'));
const inFile = (name: string, content: object): string => {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return join(folder, name);
};

/** Approvals and proposals that do not lapse while the walk runs. */
export const unhurriedPolicy = (): Record<string, string> => ({
  PAYOUT_POLICY_FILE: inFile('policy.json', {
    version: 1,
    approvals: [{ fromKobo: 10_000_000, approvals: 1, roles: ['approver', 'supervisor'] }],
    approvalExpiresHours: 10_000,
    lending: { proposalExpiresHours: 10_000 },
  }),
});

/** One real case of each kind, two of payouts; all but the ended ones wait for a person. */
export async function openCases(visitors: Visitors, temporalAddress: string): Promise<OpenCase[]> {
  const [officer, operator] = await Promise.all(
    (['officer', 'operator'] as const).map((role) =>
      visitors.letIn({ subject: MAKER, roles: [role], branch: BRANCH }),
    ),
  );
  const supervisor = await visitors.letIn({ subject: 'walk-head', roles: ['supervisor'] });
  const start = async (kind: string, file: object) => {
    const path = inFile(`${kind}.json`, file);
    const { ended } = new Program('src/starter.ts', [kind, 'start', path], {
      TEMPORAL_ADDRESS: temporalAddress,
      AUTHORITY: 'signed',
    });
    const { code, err } = await ended;
    if (code !== 0) throw new Error(err);
  };
  const enrolment = example('enrolment.json');
  begun(await startLoan(officer!, 'WALK-LN'));
  await startPayout(operator!, payout('WALK-PO-1', 120_000_000));
  await startPayout(operator!, payout('WALK-PO-2', 2_500_000, 'ANOTHER NAME ALTOGETHER'));
  begun(await operator!.post('/api/batches', batch('WALK-BT')));
  const { reference: reconciliation } = begun(await supervisor.post('/api/reconciliations', {}));
  await start('limits', { ...example('transfer-limits.json'), reference: 'WALK-TL', createdBy: MAKER });
  await start('flush', { ...example('flush.json'), reference: 'WALK-FL', createdBy: MAKER });
  await start('enrolment', enrolment);
  const at = (kind: Kind, reference: string, stage: string) =>
    waitFor(supervisor, kind, reference, { stage, ended: false });
  const ended = (kind: Kind, reference: string, stage: string) =>
    waitFor(supervisor, kind, reference, { stage, ended: true });
  await at('loan', 'WALK-LN', 'OFFER');
  await give(officer!, 'loan/WALK-LN', 'setDisbursementAccount', ACCOUNT);
  await give(officer!, 'loan/WALK-LN', 'assign', { assignee: 'walk-assignee' });
  await until(
    () => supervisor.get('/api/cases/payout/WALK-PO-2'),
    ({ commands }) => commands?.some((one: Answer['body']) => one.name === 'confirmName' && one.allowed),
  );
  await give(operator!, 'payout/WALK-PO-2', 'confirmName', { reason: 'KNOWN_ALIAS' });
  return Promise.all([
    at('loan', 'WALK-LN', 'OFFER'),
    at('payout', 'WALK-PO-1', 'APPROVAL'),
    at('payout', 'WALK-PO-2', 'PREPARING'),
    at('batch', 'WALK-BT', 'APPROVAL'),
    at('limits', 'WALK-TL', 'APPROVAL'),
    at('flush', 'WALK-FL', 'APPROVAL'),
    ended('enrolment', enrolment.customer.reference as string, 'VERIFIED'),
    ended('reconciliation', reconciliation, 'AGREED'),
  ]);
}

/** What people at the desk start belongs to their branch. */
const OF_A_BRANCH: readonly Kind[] = ['loan', 'payout', 'batch'];
const ACCOUNT = { accountNumber: '0123456780', bankCode: '901' };

/** A payout as people at the desk start it. */
export const payout = (reference: string, amountKobo: number, accountName?: string): object => {
  const { beneficiary, ...file } = example('payout.json');
  return {
    ...{ ...file, reference, amountKobo },
    beneficiary: { ...beneficiary, ...(accountName !== undefined && { accountName }) },
  };
};

/** A batch as people at the desk freeze it. */
export const batch = (reference: string): object => ({
  ...{ reference, sourceAccountNumber: '9000000001' },
  csv: readFileSync('examples/batch.csv', 'utf8'),
});

/** What was started. */
function begun({ status, text, body }: Answer): { readonly reference: string } {
  if (status !== 200) throw new Error(`not started: ${text}`);
  return body as { reference: string };
}

async function give(person: Browser, path: string, command: string, fields: object): Promise<void> {
  const { status, text } = await person.post(`/api/cases/${path}/commands/${command}`, { fields });
  if (status !== 200) throw new Error(`${command}: ${text}`);
}

async function waitFor(
  person: Browser,
  kind: Kind,
  reference: string,
  wanted: Pick<OpenCase, 'stage' | 'ended'>,
): Promise<OpenCase> {
  const page = await until(
    () => person.get(`/api/cases/${kind}/${reference}`),
    ({ stage, ended }) => stage === wanted.stage && ended === wanted.ended,
  );
  const [approval] = page.approvals;
  return {
    ...{ kind, reference, stage: page.stage, ended: page.ended },
    hasBranch: OF_A_BRANCH.includes(kind),
    ...(approval && { agreement: approval.agree, digest: approval.digest, approvers: approval.roles }),
  };
}
