import type { Defect } from '../defect';

const SUBMISSION = 'src/workflows/payout/submission.ts';
const COMMANDS = 'src/domain/payout/commands.ts';
const RETURNS = 'src/workflows/payout/following.ts';
const REOPENED = 'src/workflows/payout/reversed-workflow.ts';

/** Repairs of payouts and changes of limits, taken back. */
export const payoutDefects: readonly Defect[] = [
  {
    name: 'P1',
    seed: 12,
    what: 'a payout whose approval lapsed prepares itself in the stage of the send, where nobody can answer',
    replacements: [
      {
        file: SUBMISSION,
        text: "  payout.enter('PREPARING', 'it is prepared anew before it is sent');",
        by: '  payout.sending.accountName = undefined;',
      },
      {
        file: 'src/workflows/payout/preparation/stage.ts',
        text: ' || payout.contributors.isVouchedFor(accountName)',
        by: '',
      },
    ],
  },
  {
    name: 'evidence of before a send',
    seed: 1797,
    what: 'evidence that a payout was never sent ends it after it was sent again',
    replacements: [
      { file: SUBMISSION, text: 'if (payout.resolution.isGiven) return payout.endByResolution();', by: '' },
      { file: 'src/workflows/payout/steering.ts', text: ', send: sending.send', by: '' },
    ],
  },
  {
    name: 'P2 (case)',
    seed: 459,
    what: 'the word SUCCESS ends a payout although money of it came back',
    replacements: [
      {
        file: RETURNS,
        text: "  if (status !== 'SUCCESS') return undefined;",
        by: '  if (status) return undefined;',
      },
    ],
  },
  {
    name: 'P7',
    seed: 10,
    what: 'a reopened payout waits for a final word without a deadline, and asks nobody',
    replacements: [
      {
        file: REOPENED,
        text: "    waitFor(reopened, 'PAYOUT_OUTCOME', () =>\n      firstOf<[PayoutResult, never, never]>(",
        by: '    Promise.resolve().then(() =>\n      firstOf<[PayoutResult, never, never]>(',
      },
      {
        file: REOPENED,
        text: '    raise(reopened, `${TAKEN_BACK}: the bank says ${status}${words}`);\n',
        by: '',
      },
      {
        file: REOPENED,
        text: '    if (returned.length > 0)\n',
        by: '    if (returned.length > 99)\n',
      },
    ],
  },
  {
    name: 'P8',
    seed: 6,
    what: 'nobody can hold or cancel a payout that waits unsent in the stage of the send',
    replacements: [
      {
        file: COMMANDS,
        text: "    stages: UNSENT,\n    fields: { reason: code('Why', ['UNDER_REVIEW'",
        by: "    stages: BEFORE_SEND,\n    fields: { reason: code('Why', ['UNDER_REVIEW'",
      },
      {
        file: COMMANDS,
        text: "    stages: UNSENT,\n    fields: {\n      reason: code('Why', ['WRONG_BENEFICIARY'",
        by: "    stages: BEFORE_SEND,\n    fields: {\n      reason: code('Why', ['WRONG_BENEFICIARY'",
      },
    ],
  },
  {
    name: 'P9',
    seed: 22,
    what: 'a change of limits that was cancelled after it was sent is called not set',
    replacements: [
      {
        file: 'src/workflows/transfer-limits/workflow.ts',
        text: "this.mayBeSet ? 'UNCLEAR' : 'CANCELLED'",
        by: "'CANCELLED'",
      },
    ],
  },
  {
    name: 'Q1 (case)',
    seed: 459,
    what: 'nothing of what the statement shows reopens a paid payout that came back',
    replacements: [
      {
        file: 'src/domain/reconciliation/statement.ts',
        text: "  return line.wasReversed ? [{ ...shown, source: 'mark', at: changedAt }] : [];",
        by: '  return shown.accountNumber && changedAt ? [] : [];',
      },
      {
        file: 'src/domain/reconciliation/statement.ts',
        text: "  if (isCredit(line)) return [{ ...shown, source: 'credit', at }];",
        by: '',
      },
    ],
  },
  {
    name: 'Q1 (meaning)',
    seed: 459,
    what: 'money that came back under our reference counts as income',
    replacements: [
      {
        file: 'src/domain/reconciliation/line-meaning.ts',
        text: "    return { kind: 'return', of, isWhole: line.amountKobo >= of.amountKobo };",
        by: "    return { kind: 'income' };",
      },
    ],
  },
];
