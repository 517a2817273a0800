import {
  latestWords,
  type CaseSnapshot,
  type ShownApproval,
  type ShownProposal,
} from '../../domain/case/snapshot';
import { PROPOSED, ruleFor, secondPerson } from '../../domain/case/agreement';
import { valuesIn, type DigestContents, type Values } from '../../cases/digest-contents';
import type { CaseDetails } from '../../domain/case/details';
import type { CaseKind } from '../../domain/case/kind';
import { kinds } from '../../domain/kinds';
import { effectOnHold } from '../../domain/loan/applicant-return';
import { nairaText } from '../../domain/money/amounts';
import { chargesIn } from '../../domain/repayment/charge';
import { CHARGED_ACCOUNT } from '../../domain/repayment/instalments';
import { instructionText, shownFields } from '../../domain/case/instruction';
import {
  bankText,
  endOf,
  nameOf,
  ownAccount,
  payoutOf,
  presentOf,
  seesAccounts,
  type Known,
  type Looking,
} from './details';
import { waitOf } from './case-page';
import { heldIn } from './case-row';
import { decide, forbiddenTo, isAfterAccount, type StepUp } from '../access/command-permission';
import type { ApprovalItem, PayoutFacts } from '../contract/approvals';
import type { Kind } from '../contract/fields';
import { hasOneOf, type Person } from '../login/roles';
import type { ReadOnly } from '../http/run-route';

/** A case, with the contents of its open approvals. */
export interface Approvable extends Known {
  readonly kind: Kind;
  readonly reference: string;
  readonly snapshot: Omit<CaseSnapshot, 'kind'>;
  readonly details: CaseDetails;
  readonly contents: DigestContents;
  /** By the digests of proposed changes of a payout, what is known of the payment that it would become. */
  readonly proposed?: ReadonlyMap<string, Pick<PayoutFacts, 'alike' | 'isNew'>> | undefined;
}

type Item = ReadOnly<ApprovalItem>;

export function approvalItemsOf(of: Approvable, person: Person, stepUp: StepUp): Item[] {
  const { approval, proposals = [] } = of.snapshot;
  return [
    ...(approval ? [ofCase(of, approval, person, stepUp)] : []),
    ...proposals.map((proposal) => ofProposal(of, proposal, person, stepUp)),
  ];
}

function ofCase(of: Approvable, approval: ShownApproval, person: Person, stepUp: StepUp): Item {
  const { facts } = of.snapshot;
  const content = of.contents.get(approval.digest);
  const looking = lookingAs(person, approval, of);
  return {
    ...(content === undefined
      ? {}
      : { ...payoutOf(of.details, of.snapshot, looking), ...changingOf(of, person) }),
    ...shown(shared(of, approval, person, stepUp, 'approve'), content),
    ...{ what: 'case', agree: 'approve', refuse: 'reject' },
    dutyKobo: wholeIn(facts.dutyKobo),
    purpose: textIn(facts.purpose),
    beneficiaries: wholeIn(facts.beneficiaries),
    largestKobo: wholeIn(facts.largestKobo),
    nameVerdict: textIn(facts.nameVerdict) ?? verdictOf(facts),
    ...(Array.isArray(content) ? CONTENT[of.kind]?.(content as unknown[], looking) : {}),
  };
}

/** The verdict on the names of a batch: that of its worst row. */
const verdictOf = ({ namesDiffer, namesClose }: CaseSnapshot['facts']) =>
  namesDiffer ? 'mismatch' : namesClose ? 'close' : undefined;

/** Whoever may agree, by role and branch, sees the whole account: nobody agrees to its last digits alone. */
const lookingAs = (
  person: Person,
  { roles }: Pick<ShownApproval, 'roles'>,
  known: Known & Pick<Approvable, 'snapshot'>,
): Looking => ({
  ...known,
  seesWhole:
    seesAccounts(person) ||
    (hasOneOf(person, roles) &&
      forbiddenTo(person, { branch: textIn(known.snapshot.facts.branch), makers: [] }, 'approve') ===
        undefined),
});

function ofProposal(of: Approvable, proposal: ShownProposal, person: Person, stepUp: StepUp): Item {
  const { command } = proposal;
  const content = of.contents.get(proposal.digest);
  const values = valuesIn(content);
  const own = { ...of, snapshot: { ...of.snapshot, proposals: [proposal] } };
  const { facts } = of.snapshot;
  const { commands }: CaseKind = kinds[of.kind];
  const row = commands[command];
  const { amountKobo, dueKobo, accountNumber, bankCode } = Object.fromEntries(values ?? []);
  const openKobo = command === 'resolveCharge' ? facts.openChargeKobo : undefined;
  const amounts = [amountKobo, dueKobo, openKobo, facts.amountKobo, facts.totalKobo, facts.offerAmountKobo];
  return {
    // What the bank has told is of the present account.
    ...(command !== 'setDisbursementAccount' &&
      payoutOf(of.details, of.snapshot, lookingAs(person, proposal, of))),
    ...(command !== 'amend' && changingOf(of, person)),
    ...(command === 'amend' && { alike: undefined, ...of.proposed?.get(proposal.digest) }),
    ...(command === 'amend' &&
      (accountNumber ?? bankCode) !== undefined && { resolvedName: undefined, nameVerdict: undefined }),
    ...shown(shared(own, proposal, person, stepUp, 'confirmProposal'), content),
    since: proposal.since,
    meanwhile: heldFor(proposal, of.snapshot),
    ifRejected: ifRejected(command, of),
    ...(isAfterAccount(command, of.snapshot) && { allowed: false, whyNot: ACCOUNT_FIRST }),
    ...{ what: 'proposal', agree: 'confirmProposal', refuse: 'refuseProposal' },
    command: row?.summary ?? command,
    proposedBy: proposal.makers.at(-1),
    makers: [...new Set(proposal.makers.slice(0, -1))],
    note: latestWords(of.snapshot.timeline, `${PROPOSED}${row?.summary}`),
    amountKobo: amounts.map(wholeIn).find((amount) => amount !== undefined),
    instruction: values && instructionText(row ? shownFields(row) : {}, Object.fromEntries(values), 'texts'),
    changes: values && changesIn(values, of, proposal, person),
  };
}

/** The change of a payout that waits for a second person. */
export function changingOf(of: Approvable, person: Person): Pick<Item, 'changing'> | undefined {
  const proposal = of.snapshot.proposals?.find(({ command }) => command === 'amend');
  const values = proposal && valuesIn(of.contents.get(proposal.digest));
  if (!proposal || !values) return undefined;
  return { changing: { by: proposal.makers.at(-1), changes: changesIn(values, of, proposal, person) } };
}

/** What becomes of the payment if people reject a proposed change of its amount or account, as a sentence. */
function ifRejected(command: string, { details, snapshot }: Approvable): string | undefined {
  const { approval, attention, facts, waiting, stage, others } = snapshot;
  const account = details.disbursementAccount;
  if (command === 'setDisbursementAccount' && account) {
    const ending = `the account ending in ${endOf(account.accountNumber)}`;
    const isInQuestion = attention?.actions.includes(command) === true;
    const follows = isInQuestion
      ? `stays with ${ending}, and needs a person before it goes on`
      : `is paid into ${ending} as before`;
    return `${IF_REJECTED} the loan ${follows}. To stop it, withdraw the loan.`;
  }
  if (command !== 'amend') return undefined;
  const amountKobo = wholeIn(facts.amountKobo);
  // A flush has no amount before the bank says it.
  const amount = amountKobo ? ` ${nairaText(amountKobo)}` : '';
  const { rules, approval: flushRule } = others?.amend ?? {};
  const isApprovedLater =
    stage === 'PREPARING' && (rules ? ruleFor(rules.approvals, amountKobo ?? 0) : flushRule) !== undefined;
  const isChecked =
    stage !== 'PREPARING' &&
    (waiting?.for ?? 'RELEASE') === 'RELEASE' &&
    (attention?.actions ?? ANSWERS).every((name) => ANSWERS.includes(name));
  const goesOn = isChecked
    ? 'it goes on to be paid'
    : `its checks go on; if they pass, it ${isApprovedLater ? 'waits for its approval' : 'may be paid at once'}`;
  const follows = approval
    ? 'it waits for its approval as before'
    : `${heldIn(snapshot) ? 'once it is released, ' : ''}${goesOn}`;
  return `${IF_REJECTED} the payout stays as it is,${amount}, and ${follows}. To stop it, hold it back or cancel it.`;
}

/** That a loan is held, and whether what is proposed may end that, as a sentence. */
const heldFor = (
  { command, by }: ShownProposal,
  { waiting, facts }: Approvable['snapshot'],
): string | undefined =>
  waiting?.for === 'APPLICANT'
    ? [waitOf(waiting), effectOnHold(command, facts, by) ?? []].flat().join(' ')
    : undefined;

const ANSWERS = Object.keys(secondPerson([]));

const IF_REJECTED = 'If this is rejected, or nobody decides in time,';

const ACCOUNT_FIRST = 'First people have to decide about the other account that is proposed for this loan.';

const UNSEEN =
  'The desk cannot show what is to be approved at the moment, so nobody can approve it here: look again in a while.';

/** Lets nobody agree to a digest whose content the desk does not have. */
const shown = <T extends { allowed: boolean }>(item: T, content: unknown) =>
  content === undefined ? { ...item, allowed: false, whyNot: UNSEEN } : item;

/** The part that approvals and proposals share. For one of several proposals, the snapshot must hold only that one. */
function shared(
  { kind, reference, snapshot, details }: Approvable,
  { digest, confirmations, roles, makers, approvers, until }: ShownApproval,
  person: Person,
  stepUp: StepUp,
  command: 'approve' | 'confirmProposal',
) {
  const { commands, stages }: CaseKind = kinds[kind];
  const row = commands[command];
  const decision = row && decide(person, row, command, snapshot, stages);
  return {
    ...{ kind, reference, name: nameOf(details), digest, confirmations, until, roles, approvers },
    makers: [...new Set(makers)],
    since: snapshot.waiting?.since ?? snapshot.since,
    allowed: decision?.allowed === true,
    freshLogin: stepUp.isNeeded(snapshot, command),
    whyNot: decision?.allowed === false ? decision.whyNot : undefined,
    policyVersion: wholeIn(snapshot.facts.policyVersion),
    policyDigest: textIn(snapshot.facts.policyDigest),
  };
}

/**
 * Each value of a proposed command beside the case's present one: a bank by its name, and the whole account
 * for people who may agree; other personal numbers by their last digits.
 */
function changesIn(values: Values, known: Approvable, { command, roles }: ShownProposal, person: Person) {
  const { kind, details, snapshot } = known;
  const { commands }: CaseKind = kinds[kind];
  const present = presentOf(command, details, snapshot.facts);
  const { banks, seesWhole } = lookingAs(person, { roles }, known);
  const told = (name: string, value: string | number) => {
    const field = commands[command]?.fields[name];
    if (/^(bank|sort)Code$/.test(name)) return bankText(String(value), banks);
    const isHidden =
      field?.kind === 'digits' && 'personal' in field && !(name === 'accountNumber' && seesWhole);
    return isHidden ? `…${endOf(String(value))}` : value;
  };
  const before = chargesIn(snapshot.timeline).map(({ what }) => ({ name: 'chargedBefore', to: what }));
  const more = command === 'chargeNow' ? [{ name: 'chargedAccount', to: CHARGED_ACCOUNT }, ...before] : [];
  const changes = values.map(([name, value]) => {
    const from = present[name];
    return { name, from: from === undefined ? undefined : told(name, from), to: told(name, value) };
  });
  return [...changes, ...more];
}

type Content = readonly unknown[];

/** Reads the content of a payout's or flush's digest, in the order of `payoutContent`. */
function ofPayout(
  [, amount, source, bankCode, account, resolvedName, remark, metaData]: Content,
  looking: Looking,
) {
  const { banks, seesWhole } = looking;
  return {
    amountKobo: wholeIn(amount),
    source: ownAccount(textIn(source), looking),
    beneficiaryEndsWith: endOf(textIn(account)),
    beneficiaryAccount: seesWhole ? textIn(account) : undefined,
    bankName: banks.get(textIn(bankCode) ?? ''),
    resolvedName: textIn(resolvedName),
    remark: textIn(remark),
    bankCode: textIn(bankCode),
    others: named(Object(metaData) as object, 'metaData.'),
  };
}

/** Reads a digest's content in the order of `batchContent`; `ofLimits`, in that of `limitsContent`. */
const ofBatch = ([, , source, rows, totalKobo, , root]: Content, looking: Looking) => ({
  amountKobo: wholeIn(totalKobo),
  source: ownAccount(textIn(source), looking),
  rows: wholeIn(rows),
  others: named({ root }),
});

const ofLimits = ([, account, perTransactionNaira, dailyNaira]: Content, looking: Looking) => ({
  source: ownAccount(textIn(account), looking),
  others: named({ perTransactionNaira, dailyNaira }),
});

const CONTENT: Partial<Record<Kind, (content: Content, looking: Looking) => Partial<ApprovalItem>>> = {
  payout: ofPayout,
  flush: ofPayout,
  batch: ofBatch,
  limits: ofLimits,
};

/** Values with their names, as text. A prefix marks meta data, whose names the maker chooses, as not ours. */
const named = (values: object, before = ''): { name: string; value: string }[] =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => ({
      name: `${before}${name}`,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    }));

const wholeIn = (fact: unknown) => (typeof fact === 'number' ? fact : undefined);
const textIn = (fact: unknown) => (typeof fact === 'string' ? fact : undefined);
