import { z } from 'zod';
import { count, freshness, instant, kind, reference, unreadable } from './fields';

/** What people look at before they decide about a payout. */
export const payoutFacts = z.object({
  amountKobo: z.int().optional(),
  /** The stamp duty beside the amount, the fee once the bank has told it, and the purpose, which may exempt from duty. The digest binds none of the three. */
  dutyKobo: z.int().optional(),
  feeKobo: z.int().optional(),
  purpose: z.string().optional(),
  /** The account that pays; its end. */
  sourceEndsWith: z.string().optional(),
  /** The account that is paid; its end. */
  beneficiaryEndsWith: z.string().optional(),
  /** The whole of it, for who pays or approves. */
  beneficiaryAccount: z.string().optional(),
  bankCode: z.string().optional(),
  /** As the bank's own list has it, never as the maker wrote it. */
  bankName: z.string().optional(),
  /** The name that was given, and the one in which the bank holds the account. */
  givenName: z.string().optional(),
  resolvedName: z.string().optional(),
  nameVerdict: z.string().optional(),
  /** Who has said that the account is the beneficiary's although the names differ, and why. */
  nameConfirmed: z.object({ by: z.string(), why: z.string() }).optional(),
  remark: z.string().optional(),
  /** What was changed since it was made: how each of these was before. */
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
  /** Who made or changed it. */
  makers: z.array(z.string()),
});
export type PayoutFacts = z.infer<typeof payoutFacts>;

/** One thing that waits for another person, with everything that the digest stands for. */
export const approvalItem = payoutFacts.extend({
  kind,
  reference,
  /** The borrower, or whom it pays. */
  name: z.string().optional(),
  /** `case`: the payout, the batch, the limits; `proposal`: a single command. */
  what: z.enum(['case', 'proposal']),
  /** The command that agrees, and the command that refuses. */
  agree: z.enum(['approve', 'confirmProposal']),
  refuse: z.enum(['reject', 'refuseProposal']),
  /** Of a proposal: the command that was proposed, and its fields whole; of a person's number the last digits. */
  command: z.string().optional(),
  instruction: z.string().optional(),
  /** Of a proposal: each value, beside it what the case has now where it has one; a figure in kobo by its name. */
  changes: z
    .array(
      z.object({
        name: z.string(),
        from: z.string().or(z.number()).optional(),
        to: z.string().or(z.number()),
      }),
    )
    .optional(),
  digest: z.string(),
  /** `0 of 1`. */
  confirmations: z.string(),
  /** The roles that may agree. */
  roles: z.array(z.string()),
  approvers: z.array(z.string()),
  /** Of a batch. */
  rows: z.int().optional(),
  beneficiaries: z.int().optional(),
  largestKobo: z.int().optional(),
  /** Everything else that stands under the digest, such as the meta data of a payout. */
  others: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  policyVersion: z.number().optional(),
  policyDigest: z.string().optional(),
  since: instant,
  until: instant.optional(),
  /** Whether the person who looks may agree now. */
  allowed: z.boolean(),
  /** Why not, a sentence. */
  whyNot: z.string().optional(),
  /** Whether the person logs in once more for it. */
  freshLogin: z.boolean(),
});
export type ApprovalItem = z.infer<typeof approvalItem>;

/** What waits for me first, then what waits for others. */
export const approvalList = z.object({
  items: z.array(approvalItem),
  unreadable: z.array(unreadable),
  /** Cases on all pages, and those of them that the person who looks may decide about. */
  total: count,
  forMe: count,
  freshness,
});
