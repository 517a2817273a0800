import { z } from 'zod';
import { alike, count, freshness, instant, kind, KINDS, kobo, paging, reference, unreadable } from './fields';
import { payingAccount } from './starts';

/** The values of a proposed command, each beside the case's present one if any; kobo figures show by their names. */
const changes = z.array(
  z.object({
    name: z.string(),
    from: z.string().or(z.number()).optional(),
    to: z.string().or(z.number()),
  }),
);

/** The facts by which people decide about a payout. */
export const payoutFacts = z.object({
  amountKobo: z.int().optional(),
  // The digest covers none of these three. The bank tells the fee late; a purpose may exempt from duty.
  dutyKobo: z.int().optional(),
  feeKobo: z.int().optional(),
  purpose: z.string().optional(),
  /** The account of ours that pays. */
  source: payingAccount.optional(),
  /** The last digits of the beneficiary's account. */
  beneficiaryEndsWith: z.string().optional(),
  /** The whole account number, for people who pay, and for those who may approve it. */
  beneficiaryAccount: z.string().optional(),
  /** While it is unsent: whether the desk's copy shows no earlier paid payout to this account. */
  isNew: z.boolean().optional(),
  /** While it is unsent: others of this amount to this account, open or paid lately, the latest first. */
  alike: alike.optional(),
  bankCode: z.string().optional(),
  /** The name on the bank's own list, never the maker's spelling. */
  bankName: z.string().optional(),
  /** The name that the maker gave, and the one in which the bank holds the account. */
  givenName: z.string().optional(),
  resolvedName: z.string().optional(),
  nameVerdict: z.string().optional(),
  /** The person who confirmed the beneficiary's account although the names differ, with reason and words. */
  nameConfirmed: z.object({ by: z.string(), why: z.string(), note: z.string().optional() }).optional(),
  /** Who holds it back, with reason and words; and who has released it since, with theirs. */
  held: z
    .object({
      by: z.string(),
      why: z.string(),
      note: z.string().optional(),
      releasedBy: z.string().optional(),
      releasedFor: z.string().optional(),
      releaseNote: z.string().optional(),
    })
    .optional(),
  /** The change of it that waits for a second person, and who proposed it; it is not sent before that is decided. */
  changing: z.object({ by: z.string().optional(), changes }).optional(),
  remark: z.string().optional(),
  /** The original values of the fields that were changed. */
  before: z
    .object({
      amountKobo: z.int(),
      account: z.string(),
      bank: z.string(),
      givenName: z.string(),
      remark: z.string(),
    })
    .partial()
    .optional(),
  /** The people who made or changed it. */
  makers: z.array(z.string()),
});
export type PayoutFacts = z.infer<typeof payoutFacts>;

/** One thing that waits for another person, with everything that the digest covers. */
export const approvalItem = payoutFacts.extend({
  kind,
  reference,
  /** The name of the borrower or the beneficiary. */
  name: z.string().optional(),
  /** `case`: the payout, the batch, the limits; `proposal`: a single command. */
  what: z.enum(['case', 'proposal']),
  /** The command that agrees, and the command that refuses. */
  agree: z.enum(['approve', 'confirmProposal']),
  refuse: z.enum(['reject', 'refuseProposal']),
  /** For a proposal: the command, and its fields in full, but only the last digits of personal numbers. */
  command: z.string().optional(),
  /** For a proposal: who made it, and what they said for it, beside the code of a reason. */
  proposedBy: z.string().optional(),
  note: z.string().optional(),
  instruction: z.string().optional(),
  /** For a proposal. */
  changes: changes.optional(),
  /** For a proposal on a loan that is held: what was asked of the applicant, as a sentence. */
  meanwhile: z.string().optional(),
  /** For a proposed change of a payment, as a sentence: what becomes of it otherwise. */
  ifRejected: z.string().optional(),
  digest: z.string(),
  /** `0 of 1`. */
  confirmations: z.string(),
  roles: z.array(z.string()),
  approvers: z.array(z.string()),
  /** For a batch. */
  rows: z.int().optional(),
  beneficiaries: z.int().optional(),
  largestKobo: z.int().optional(),
  /** All other content that the digest covers, such as the meta data of a payout. */
  others: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  policyVersion: z.number().optional(),
  policyDigest: z.string().optional(),
  since: instant,
  until: instant.optional(),
  /** Whether the person logged in may agree now. */
  allowed: z.boolean(),
  /** Why not, as a sentence. */
  whyNot: z.string().optional(),
  /** Whether the person must log in again for it. */
  freshLogin: z.boolean(),
});
export type ApprovalItem = z.infer<typeof approvalItem>;

export const approvalQuery = z.strictObject({
  ...paging,
  kind: z.enum(KINDS).optional(),
  sort: z
    .enum(['waiting', 'amount', 'lapse'])
    .default('waiting')
    .describe('The longest wait first, the largest amount, or what lapses first'),
});

/** The approvals that wait for the person logged in first, then those that wait for others. */
export const approvalList = z.object({
  items: z.array(approvalItem),
  unreadable: z.array(unreadable),
  /** Cases on all pages; those that the person logged in may decide about; the sum of what they pay out. */
  total: count,
  forMe: count,
  forMeKobo: kobo,
  freshness,
});
