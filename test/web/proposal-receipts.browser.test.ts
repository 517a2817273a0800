import type { CasePage } from '../../src/desk/contract';
import { receiptOf } from '../support/web/answers';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { payoutApproval } from '../support/web/fixtures/lists';
import { loanPage } from '../support/web/fixtures/loan';

const { browser, desk } = deskPages();

const PROPOSED = 'd'.repeat(64);
const [accept] = loanPage().commands;
const [decision] = loanPage().decisions;
const approvals = [{ ...payoutApproval(), digest: PROPOSED }];

/** An instant that comes this many seconds from now, after what is done now. */
const later = (seconds = 1) => new Date(Date.now() + seconds * 1_000).toISOString();

/** The receipt of a proposal in the page of its loan, which tells what else is given here a minute later. */
async function proposing(before: Partial<CasePage> = {}) {
  const show = (rest: Partial<CasePage>) =>
    desk().cases.set(
      'loan:LN-2026-0001',
      loanPage({ commands: [accept!], approvals: [], ...before, ...rest }),
    );
  show({ approvals });
  const { page } = await browser.open({ url: `${desk().url}/cases/loan/LN-2026-0001?do=acceptOffer` });
  const receipt = { ...receiptOf('acceptOffer', 'OFFER'), proposed: PROPOSED };
  await page.route('**/commands/acceptOffer', (route) => route.fulfill({ json: receipt }));
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  const receipts = page.getByRole('log', { name: 'Receipts' });
  await receipts.getByText('it takes effect once a second person has approved it').waitFor();
  await page.clock.install();
  return async (rest: Partial<CasePage>, told: string | RegExp) => {
    show(rest);
    await page.clock.fastForward(60_000);
    await receipts.getByText(told).waitFor();
  };
}

const decided = (by: string, at = later(), command = 'refuseProposal') => ({
  ...{ ...decision!, by, at, command, digest: PROPOSED },
});

browserTest.each<[string, string | undefined, string | RegExp, string?]>([
  ['rejected', 'refuseProposal', 'It was a proposal, which officer-9 has rejected.'],
  ['withdrawn', 'refuseProposal', 'It was a proposal, which you have withdrawn.', 'supervisor-1'],
  ['agreed to', 'confirmProposal', /It was a proposal, to which .+ has agreed, and does not wait any more/],
  ['dropped', undefined, 'It was a proposal, and does not wait any more'],
])(
  'the receipt of a proposal does not wait for anybody once people have %s it',
  async (_, command, told, by = 'officer-9') => {
    const then = await proposing({ decisions: [] });
    await then({ decisions: command ? [decided(by, later(), command)] : [] }, told);
  },
);

browserTest(
  'the receipt of a proposal does not tell what came of an equal one before it or after it',
  async () => {
    const before = decided('officer-7', later(-60));
    const then = await proposing({ decisions: [before] });
    const DROPPED = 'It was a proposal, and does not wait any more';
    const REJECTED = 'It was a proposal, which officer-9 has rejected.';
    await then({}, DROPPED);
    const decisions = [decided('officer-9', later(1)), before];
    const timeline = [{ at: later(2), by: 'officer officer-1', what: `Proposed: ${accept!.summary}` }];
    await then({ decisions, timeline, approvals }, REJECTED);
    const last = decided('officer-8', later(3));
    await then({ decisions: [last, before], timeline }, DROPPED);
    await then({ decisions: [last, ...decisions], timeline }, REJECTED);
  },
);
