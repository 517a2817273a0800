import { offeredCommands } from '../../src/desk/views/commands';
import { decide, StepUp, type Subject } from '../../src/desk/access/command-permission';
import { DESK_ROLES, KINDS, type DeskRole } from '../../src/desk/contract/fields';
import type { Person } from '../../src/desk/login/roles';
import { kinds } from '../../src/domain/kinds';
import { RELATIONS, type Relation } from '../support/desk/access/expected';

const person = (role: DeskRole, more: Partial<Person> = {}): Person => ({
  subject: 'me',
  name: 'Me',
  roles: [role],
  branch: 'ikeja',
  loggedInAt: new Date(0),
  ...more,
});

/** A case that takes every command, and to which `me` stands in this way. */
const caseFor = (relation: Relation, commands: readonly string[]): Subject => ({
  stage: 'ANY',
  ended: false,
  commands,
  facts: { branch: relation === 'otherBranch' ? 'kano' : 'ikeja' },
  ...(relation === 'assignee' && { assignee: 'me' }),
  approval: agreement(relation === 'maker' ? ['me'] : ['another'], DESK_ROLES),
  proposals: [
    {
      ...agreement(relation === 'maker' ? ['me'] : ['another'], DESK_ROLES),
      command: 'skip',
      by: 'officer x',
      what: '',
      since: '',
    },
  ],
});

const agreement = (makers: readonly string[], roles: readonly string[]) => ({
  ...{ digest: 'd', confirmations: '0 of 1', roles, makers, approvers: [], until: '' },
});

const walk = KINDS.flatMap((kind) =>
  Object.entries(kinds[kind].commands).flatMap(([command, row]) =>
    DESK_ROLES.flatMap((role) => RELATIONS.map((relation) => ({ kind, command, row, role, relation }))),
  ),
);

test('every command of every kind is given by its roles alone, never by a maker who would agree, never to another branch', () => {
  expect(walk.length).toBeGreaterThan(1_000);
  const wrong = walk.filter(({ kind, command, row, role, relation }) => {
    const { commands, stages } = kinds[kind];
    const { allowed } = decide(person(role), row, command, caseFor(relation, Object.keys(commands)), stages);
    const isAgreement = command === 'approve' || command === 'confirmProposal';
    const expected =
      (row.roles as readonly string[]).includes(role) &&
      !(relation === 'maker' && isAgreement) &&
      !(relation === 'otherBranch' && command !== 'addNote');
    return allowed !== expected;
  });
  expect(wrong).toEqual([]);
});

test('who has agreed is not asked to agree once more, and may still refuse', () => {
  const { commands, stages } = kinds.payout;
  const open = caseFor('unrelated', Object.keys(commands));
  const agreed = { ...open, approval: { ...open.approval!, approvers: ['ME'] } };
  const decided = (command: string) =>
    decide(person('approver'), commands[command]!, command, agreed, stages);
  expect(decided('approve')).toMatchObject({
    allowed: false,
    whyNot: expect.stringContaining('another person') as string,
  });
  expect(decided('reject')).toMatchObject({ allowed: true });
  expect(decided('confirmProposal')).toMatchObject({ allowed: true });
});

test('nobody is offered to answer a proposal once none waits', () => {
  const { commands, stages } = kinds.loan;
  const subject = { ...caseFor('unrelated', Object.keys(commands)), proposals: [] };
  for (const command of ['confirmProposal', 'refuseProposal'])
    expect(decide(person('supervisor'), commands[command]!, command, subject, stages)).toMatchObject({
      ...{ allowed: false, whyNot: 'Nothing that was proposed waits now.' },
    });
});

test('no role at all gives no command', () => {
  const allowed = walk.filter(({ kind, command, row, relation }) => {
    const { commands, stages } = kinds[kind];
    const visitor = person('officer', { roles: [] });
    return decide(visitor, row, command, caseFor(relation, Object.keys(commands)), stages).allowed;
  });
  expect(allowed).toEqual([]);
});

test('approval takes a role that its rule names, though the table knows more', () => {
  const { commands, stages } = kinds.payout;
  const subject = { ...caseFor('unrelated', ['approve']), approval: agreement(['x'], ['supervisor']) };
  expect(decide(person('approver'), commands.approve!, 'approve', subject, stages)).toEqual({
    allowed: false,
    by: 'person',
    whyNot: 'This is for the role supervisor.',
  });
  expect(decide(person('supervisor'), commands.approve!, 'approve', subject, stages).allowed).toBe(true);
});

test('who made one of two proposals may still confirm the other one', () => {
  const { commands, stages } = kinds.loan;
  const proposal = (makers: readonly string[]) => ({
    ...agreement(makers, DESK_ROLES),
    command: 'skip',
    by: '',
    what: '',
    since: '',
  });
  const subject = {
    ...caseFor('unrelated', ['confirmProposal']),
    proposals: [proposal(['me']), proposal(['another'])],
  };
  expect(
    decide(person('officer'), commands.confirmProposal!, 'confirmProposal', subject, stages).allowed,
  ).toBe(true);
});

test('a command that the case does not take now says in which stages it does, and what to do instead', () => {
  const { commands, stages } = kinds.loan;
  const subject = { ...caseFor('unrelated', []), stage: 'DISBURSEMENT' };
  expect(
    decide(person('officer'), commands.updateApplication!, 'updateApplication', subject, stages),
  ).toMatchObject({
    by: 'stage',
    role: 'officer',
    whyNot:
      'Possible in: Enrolment and KYC, Application. The bank cannot change an application that it has registered: reapply withdraws it and applies anew.',
  });
});

test('people of a head office, who have no branch, work for all of them', () => {
  const { commands, stages } = kinds.loan;
  const head = person('supervisor', { branch: undefined });
  expect(
    decide(head, commands.acceptOffer!, 'acceptOffer', caseFor('otherBranch', ['acceptOffer']), stages)
      .allowed,
  ).toBe(true);
});

const shown = (digest: string, more: object = {}) => ({
  ...{ digest, confirmations: '0 of 1', roles: [], makers: [], approvers: [], until: '2030-01-01T00:00:00Z' },
  ...more,
});

test('where the case says so, agreeing to it takes a fresh login, and nothing else does', () => {
  const stepUp = new StepUp(true);
  const fresh = { freshLogin: true } as const;
  expect(stepUp.isNeeded({ approval: shown('a', fresh) }, 'approve')).toBe(true);
  expect(stepUp.isNeeded({ approval: shown('a') }, 'approve')).toBe(false);
  expect(stepUp.isNeeded({ approval: shown('a', fresh) }, 'reject')).toBe(false);
  const proposal = { command: 'confirmName', by: 'operator op-1', what: '', since: '' };
  const proposals = [
    { ...shown('b', fresh), ...proposal },
    { ...shown('c'), ...proposal },
  ];
  expect(stepUp.isNeeded({ proposals }, 'confirmProposal')).toBe(true);
  expect(stepUp.isNeeded({ proposals }, 'confirmProposal', 'b')).toBe(true);
  expect(stepUp.isNeeded({ proposals }, 'confirmProposal', 'c')).toBe(false);
});

test('where the case says so, agreeing to it takes a device, beside a fresh login or without one', () => {
  const stepUp = new StepUp(true);
  const approval = shown('a', { passkey: true });
  expect(stepUp.needsPasskey({ approval }, 'approve')).toBe(true);
  expect(stepUp.isNeeded({ approval }, 'approve')).toBe(false);
  expect(stepUp.needsPasskey({ approval: shown('a', { freshLogin: true }) }, 'approve')).toBe(false);
  expect(stepUp.needsPasskey({ approval }, 'reject')).toBe(false);
});

test('a desk that signs nothing asks for neither a fresh login nor a device', () => {
  const approval = shown('a', { freshLogin: true, passkey: true });
  expect(new StepUp(false).isNeeded({ approval }, 'approve')).toBe(false);
  expect(new StepUp(false).needsPasskey({ approval }, 'approve')).toBe(false);
});

test('the page of a case knows which commands a person never may give, and which roles may approve', () => {
  const snapshot = { ...caseFor('unrelated', []), approval: agreement(['another'], ['supervisor']) };
  const offered = (branch: string) =>
    offeredCommands(snapshot as never, kinds.payout, person('operator', { branch }), new StepUp(true));
  const of = (branch: string, wanted: string) => offered(branch).find(({ name }) => name === wanted);
  expect(of('ikeja', 'retry')).toMatchObject({ allowed: false, role: 'operator' });
  expect(of('kano', 'retry')).not.toHaveProperty('role');
  expect(of('ikeja', 'approve')?.roles).toEqual(['supervisor']);
});

test('the desk offers to agree to a proposal only in the roles that its rule names', () => {
  const { commands, stages } = kinds.payout;
  const proposals = [{ roles: ['supervisor'], makers: ['op-1'], approvers: [] }];
  const subject = { stage: 'PREPARING', facts: {}, commands: ['confirmProposal'], proposals } as never;
  const as = (...roles: string[]) =>
    decide({ subject: 'a', roles } as never, commands.confirmProposal!, 'confirmProposal', subject, stages);
  expect(as('operator')).toMatchObject({ allowed: false, whyNot: 'This is for the role supervisor.' });
  expect(as('operator', 'supervisor')).toEqual({ allowed: true, role: 'supervisor' });
});

test('who has proposed something is offered to withdraw it, and others to reject it', () => {
  const snapshot = {
    ...{ stage: 'PREPARING', facts: {}, commands: ['refuseProposal'] },
    proposals: [{ command: 'amend', roles: ['operator'], makers: ['ann', 'op-1'], approvers: [] }],
  };
  const labelFor = (subject: string) =>
    offeredCommands(
      snapshot as never,
      kinds.payout,
      { subject, roles: ['operator'] } as never,
      { isNeeded: () => false } as never,
    ).find(({ name }) => name === 'refuseProposal')?.summary;
  expect(labelFor('op-1')).toContain('Withdraw');
  expect(labelFor('op-2')).toContain('Reject');
});

test('a form that answers a proposal has the digest of the only one that is open, and never that of the approval', () => {
  const proposed = (command: string, digest: string) => ({
    ...{ command, digest, roles: ['operator'], makers: ['op-1'], approvers: [] },
  });
  const told = (...proposals: object[]) => {
    const snapshot = {
      ...{ stage: 'APPROVAL', facts: {}, commands: [], approval: { digest: 'a', roles: [], makers: [] } },
      proposals,
    };
    const stepUp = { isNeeded: () => false };
    const offered = offeredCommands(snapshot as never, kinds.payout, person('approver'), stepUp as never);
    return ['approve', 'confirmProposal', 'refuseProposal'].map(
      (wanted) => offered.find(({ name }) => name === wanted)?.fields[0]?.value,
    );
  };
  expect(told(proposed('amend', 'b'))).toEqual(['a', 'b', 'b']);
  expect(told(proposed('amend', 'b'), proposed('retry', 'c'))).toEqual(['a', undefined, undefined]);
});

test('a wait that asks for nothing recommends no command, and one that asks for something does', () => {
  const helps = (name: string, waiting: string) =>
    offeredCommands(
      { stage: 'REPAYING', facts: {}, commands: [name], waiting: { for: waiting, on: 'borrower' } } as never,
      kinds.loan,
      { subject: 'officer-1', roles: ['officer'] } as never,
      { isNeeded: () => false } as never,
    ).find((one) => one.name === name)?.helps;
  expect(helps('recheck', 'REPAYMENT')).toBe(false);
  expect(helps('acceptOffer', 'OFFER_ANSWER')).toBe(true);
});

test('of a case that has ended everybody is told just that, not who would have decided', () => {
  const subject = { stage: 'SUCCESS', ended: true, commands: [], facts: {} };
  const { commands, stages } = kinds.payout;
  for (const role of ['auditor', 'approver'] as const)
    expect(decide(person(role), commands.approve!, 'approve', subject, stages)).toMatchObject({
      allowed: false,
      whyNot: 'The case has ended: Paid.',
    });
});

test('while another account for a loan waits for a second person, the desk offers nothing that lets the loan be paid out', () => {
  const { commands, stages } = kinds.loan;
  const { approval: _none, ...open } = caseFor('unrelated', Object.keys(commands));
  const [skipped] = open.proposals!;
  const proposals = [{ ...skipped!, command: 'setDisbursementAccount' }];
  const given = (name: keyof typeof commands, of: Subject) =>
    decide(person('officer'), commands[name]!, name, of, stages);
  const names = ['acceptOffer', 'agreeToTerms', 'submitBoardResolution'] as const;
  for (const name of names) {
    expect(given(name, open).allowed).toBe(true);
    expect(given(name, { ...open, proposals })).toMatchObject({
      ...{ allowed: false, by: 'stage' },
      whyNot:
        'Not yet: another account for the loan waits for a second person: it has to be confirmed or refused first.',
    });
  }
  expect(given('declineOffer', { ...open, proposals }).allowed).toBe(true);
});
