import { batch, payout, type OpenCase } from './open-cases';

/** Who is sent, in the words of the rows. */
export type DecisivePerson =
  | 'anonymous'
  | 'officer'
  | 'officerInKano'
  | 'supervisor'
  | 'supervisorInKano'
  | 'operator'
  | 'approver'
  | 'auditor'
  | 'administrator'
  | 'maker'
  | 'makerWhoMayApprove'
  | 'withoutRole';

interface DecisiveRow {
  readonly who: DecisivePerson;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly status: number;
  /** What the problem document tells; empty where all is well. */
  readonly tells: RegExp;
}

/** What rows name. */
export interface Places {
  readonly sha256: string;
  readonly digestOf: (reference: string) => string;
}

export const placesOf = (cases: readonly OpenCase[], sha256: string): Places => ({
  sha256,
  digestOf: (reference) => cases.find((one) => one.reference === reference)?.digest ?? '',
});

/**
 * Who may do what, written down from what people were promised, without a look at the tables of the desk: were one of those
 * wrong, a walk by them would not notice.
 */
export function decisiveRows({ sha256, digestOf }: Places): DecisiveRow[] {
  const get = (who: DecisivePerson, path: string, status: number, tells = /^/): DecisiveRow => ({
    ...{ who, method: 'GET', path, status, tells },
  });
  const post = (
    who: DecisivePerson,
    path: string,
    body: object,
    status: number,
    tells = /^/,
  ): DecisiveRow => ({
    ...{ who, method: 'POST', path, body, status, tells },
  });
  const tell = (who: DecisivePerson, what: string, fields: object, status: number, tells = /^/) => {
    const [command, kind, reference] = what.split(' ');
    return post(who, `/api/cases/${kind}/${reference}/commands/${command}`, { fields }, status, tells);
  };
  const agree = (reference: string) => ({ expectedDigest: digestOf(reference) });
  const [role, maker, branch] = [/^This is for the role/, /another person must approve/, /another branch/];
  const loan = '/api/cases/loan/WALK-LN';
  return [
    // Without a login, and people whom the desk gives no role.
    get('anonymous', '/api/cases', 401),
    get('anonymous', loan, 401),
    tell('anonymous', 'acceptOffer loan WALK-LN', {}, 401),
    tell('anonymous', 'approve payout WALK-PO-1', agree('WALK-PO-1'), 401),
    get('withoutRole', '/api/cases', 403, role),
    tell('withoutRole', 'addNote loan WALK-LN', { text: 'Seen' }, 403, role),
    // A loan is for officers and supervisors, of its branch.
    tell('operator', 'acceptOffer loan WALK-LN', {}, 403, role),
    tell('approver', 'acceptOffer loan WALK-LN', {}, 403, role),
    tell('approver', 'withdraw loan WALK-LN', { reason: 'OTHER' }, 403, role),
    tell('approver', 'addNote loan WALK-LN', { text: 'Seen' }, 403, role),
    tell('officer', 'skip loan WALK-LN', { reason: 'OTHER' }, 403, role),
    tell('officerInKano', 'acceptOffer loan WALK-LN', {}, 403, branch),
    tell('officerInKano', 'withdraw loan WALK-LN', { reason: 'OTHER' }, 403, branch),
    tell('officerInKano', 'assign loan WALK-LN', { assignee: 'walk-kano' }, 403, branch),
    tell('officerInKano', 'submitBoardResolution loan WALK-LN', { document: sha256 }, 403, branch),
    tell('officerInKano', 'confirmProposal loan WALK-LN', agree('WALK-LN'), 403, branch),
    tell('supervisorInKano', 'acceptOffer loan WALK-LN', {}, 403, branch),
    tell('supervisorInKano', 'approve payout WALK-PO-1', agree('WALK-PO-1'), 403, branch),
    // Documents of a borrower are for officers and supervisors.
    get('operator', `${loan}/documents/${sha256}`, 403, role),
    get('approver', `${loan}/documents/${sha256}`, 403, role),
    // No one agrees to what they have made themselves, whatever their role.
    tell('makerWhoMayApprove', 'approve payout WALK-PO-1', agree('WALK-PO-1'), 403, maker),
    tell('makerWhoMayApprove', 'approve batch WALK-BT', agree('WALK-BT'), 403, maker),
    tell('makerWhoMayApprove', 'approve limits WALK-TL', agree('WALK-TL'), 403, maker),
    tell('makerWhoMayApprove', 'approve flush WALK-FL', agree('WALK-FL'), 403, maker),
    tell('makerWhoMayApprove', 'confirmProposal loan WALK-LN', agree('WALK-LN'), 403, maker),
    tell('makerWhoMayApprove', 'confirmProposal payout WALK-PO-2', agree('WALK-PO-2'), 403, maker),
    // The rule of an approval names its roles.
    tell('officer', 'approve payout WALK-PO-1', agree('WALK-PO-1'), 403, role),
    tell('operator', 'approve payout WALK-PO-1', agree('WALK-PO-1'), 403, role),
    tell('officer', 'approve batch WALK-BT', agree('WALK-BT'), 403, role),
    tell('officer', 'approve limits WALK-TL', agree('WALK-TL'), 403, role),
    tell('operator', 'approve limits WALK-TL', agree('WALK-TL'), 403, role),
    // Agreement is to the digest that was shown.
    tell('approver', 'approve payout WALK-PO-1', { expectedDigest: 'f'.repeat(64) }, 409),
    // Who steers payouts, and who does not.
    tell('officer', 'cancel payout WALK-PO-1', { reason: 'OTHER' }, 403, role),
    tell('officer', 'amend payout WALK-PO-1', { amountKobo: 30_000 }, 403, role),
    tell('approver', 'hold payout WALK-PO-1', { reason: 'OTHER' }, 403, role),
    tell('approver', 'confirmName payout WALK-PO-2', { reason: 'OTHER' }, 403, role),
    tell('operator', 'abandon payout WALK-PO-1', { reason: 'OTHER' }, 403, role),
    tell('approver', 'excludeRows batch WALK-BT', { rows: '1', reason: 'OTHER' }, 403, role),
    tell('officer', 'cancel batch WALK-BT', { reason: 'OTHER' }, 403, role),
    // Who starts what, and who reads what.
    post('operator', '/api/loans', { reference: 'WALK-NONE' }, 403, role),
    post('approver', '/api/payouts', payout('WALK-NONE', 2_500_000), 403, role),
    post('officer', '/api/batches', batch('WALK-NONE'), 403, role),
    post('approver', '/api/batches', batch('WALK-NONE'), 403, role),
    post('officer', '/api/reconciliations', {}, 403, role),
    get('officer', '/api/audit', 403, role),
    get('operator', '/api/audit.csv', 403, role),
    get('approver', '/api/audit/verification', 403, role),
    get('operator', '/api/repayments', 403, role),
    get('officer', '/api/batches/WALK-BT/results', 403, role),
    // An auditor changes nothing, and an administrator sees no case.
    tell('auditor', 'addNote loan WALK-LN', { text: 'Seen' }, 403, role),
    tell('auditor', 'approve payout WALK-PO-1', agree('WALK-PO-1'), 403, role),
    post('auditor', '/api/reconciliations', {}, 403, role),
    post('auditor', `${loan}/identity-number`, { number: 'bvn' }, 403, role),
    get('auditor', `${loan}/documents/${sha256}`, 403, role),
    get('administrator', '/api/cases', 403, role),
    get('administrator', loan, 403, role),
    get('administrator', '/api/audit', 403, role),
    tell('administrator', 'addNote loan WALK-LN', { text: 'Seen' }, 403, role),
    get('supervisor', '/api/administration', 403, role),
    get('supervisor', '/api/endpoints', 403, role),
    post('supervisor', '/api/endpoints', { name: 'app', url: 'https://app.example' }, 403, role),
    // A BVN is for officers and supervisors of the branch; a case is given to people whom the desk knows.
    post('operator', `${loan}/identity-number`, { number: 'bvn' }, 403, role),
    post('officerInKano', `${loan}/identity-number`, { number: 'bvn' }, 403, branch),
    tell('officer', 'assign loan WALK-LN', { assignee: 'nobody-known' }, 422),
    // And what must work all the same.
    get('auditor', loan, 200),
    get('auditor', '/api/audit', 200),
    get('administrator', '/api/administration', 200),
    post('officer', `${loan}/identity-number`, { number: 'bvn' }, 200),
    get('officerInKano', loan, 200),
    tell('officerInKano', 'addNote loan WALK-LN', { text: 'Seen by another branch' }, 200),
    tell('officer', 'confirmProposal loan WALK-LN', agree('WALK-LN'), 200),
    tell('approver', 'confirmProposal payout WALK-PO-2', agree('WALK-PO-2'), 200),
    tell('approver', 'approve payout WALK-PO-1', agree('WALK-PO-1'), 200),
    tell('supervisor', 'approve batch WALK-BT', agree('WALK-BT'), 200),
    tell('supervisor', 'approve limits WALK-TL', agree('WALK-TL'), 200),
    tell('approver', 'approve flush WALK-FL', agree('WALK-FL'), 200),
    tell('supervisor', 'acceptOffer loan WALK-LN', {}, 200),
    get('officer', `${loan}/documents/${sha256}`, 200),
    get('supervisor', '/api/audit', 200),
    get('maker', '/api/batches/WALK-BT/results', 200),
  ];
}
