import { z } from 'zod';
import { loanInput } from '../../domain/loan/input';
import { EXEMPT_PURPOSES } from '../../domain/money/duty';
import { payoutInput } from '../../domain/payout/input';
import { accountNumber, alike, count, kind, kobo, reference } from './fields';
import { mistake } from './problem';

/** The body of a start: the input of the case, by the schema of the file; mistakes name its fields. */
export const startBody = z.record(z.string(), z.unknown());

const ownDocument = loanInput.shape.documents.unwrap().element;

/** Inputs over HTTP, without the fields that the desk sets. A document is named by its upload's digest. */
export const startSchemas = {
  loan: loanInput.omit({ clock: true }).extend({
    documents: z
      .array(ownDocument.omit({ path: true }).required({ sha256: true }))
      .max(50)
      .default([])
      .describe('Each was uploaded to the address of this loan before'),
  }),
  payout: payoutInput.omit({ clock: true, createdBy: true }),
};

export const started = z.object({
  kind,
  reference,
  /** `waiting`: no worker has taken it yet. `found`: it already runs. `ended`: it has run before. */
  outcome: z.enum(['started', 'waiting', 'found', 'ended']),
  /** Whether the same request was sent before, and this is its answer. */
  repeated: z.boolean().default(false),
});
export type Started = z.input<typeof started>;

/** An account to be paid, and its expected holder's name. */
export const nameEnquiryBody = z.strictObject({
  bankCode: z.string().regex(/^\d{3,10}$/, 'bankCode must be 3 to 10 digits'),
  accountNumber: accountNumber('accountNumber'),
  accountName: z.string().min(1).max(200).optional(),
});

/** A payout that its maker is about to start. */
/** `reference`: the payout itself, if it exists already. */
export const alikeBody = nameEnquiryBody
  .omit({ accountName: true })
  .extend({ amountKobo: kobo, reference: reference.optional() });

/** The name in which the bank holds the account, and how well the given one fits. */
export const nameEnquiryReply = z.object({
  accountName: z.string(),
  verdict: z.enum(['match', 'close', 'mismatch']).optional(),
});

/** The result of checking rows without asking the bank: every problem by line and column. */
export const batchCheck = z.object({
  totals: z.object({ rows: count, totalKobo: kobo, largestKobo: kobo, beneficiaries: count }),
  problems: z.array(mistake),
  /** Oddities that a person should look at; they may be intended. */
  warnings: z.array(z.string()),
  /** The lines of payments that stand there twice, the first ones, too. */
  repeated: z.array(z.int()),
  /** The cells as read, with each row's line, so that people can correct them in place. */
  columns: z.array(z.string()),
  rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
});
export type BatchCheck = z.infer<typeof batchCheck>;

/** Freezes a batch: its rows no longer change, and its checks begin. The person logged in is its maker. */
export const batchBody = z.strictObject({
  reference,
  csv: z.string().max(4_000_000),
  sourceAccountNumber: accountNumber('sourceAccountNumber'),
  allowDuplicates: z.boolean().optional(),
  purpose: z.enum(EXEMPT_PURPOSES).optional(),
});

export const batchResults = z.object({
  reference,
  rows: z.array(
    z.object({
      row: z.int(),
      reference: z.string(),
      amountKobo: kobo,
      status: z.string(),
      about: z.string(),
      feeKobo: kobo.optional(),
      dutyKobo: kobo.optional(),
      uniqueRef: z.string().optional(),
      reason: z.string().optional(),
      /** The given name of a row that was left out. */
      name: z.string().optional(),
    }),
  ),
  counts: z.record(z.string(), count),
});
export type BatchResults = z.infer<typeof batchResults>;

/** One row of a batch to be paid, as its approvers see it. */
const batchPayee = z.object({
  row: z.int(),
  reference: z.string(),
  amountKobo: kobo,
  remark: z.string(),
  /** The given name, and the one in which the bank holds the account, once known. */
  givenName: z.string(),
  resolvedName: z.string().optional(),
  nameVerdict: z.string().optional(),
  /** The person who had it paid in spite of what was found about it, with reason and note. */
  accepted: z.object({ by: z.string(), why: z.string(), note: z.string().optional() }).optional(),
  bankCode: z.string(),
  /** By the bank's own list. */
  bankName: z.string().optional(),
  /** The whole number for people who pay or approve; only the last digits for others. */
  account: z.string(),
  /** Whether the desk's copy of the cases shows no earlier paid payout to this account. */
  isNew: z.boolean(),
  /** An earlier row of the batch with the same account and amount. */
  repeats: z.int().optional(),
  alike: alike.optional(),
});
export type BatchPayee = z.infer<typeof batchPayee>;

/** The payees of a batch: those whose names differ first, then the largest amounts. */
export const batchPayees = z.object({
  reference,
  /** The digest of exactly these rows; missing while nothing is to be approved. */
  digest: z.string().optional(),
  /** Why no row is shown, as a sentence. */
  whyNone: z.string().optional(),
  rows: z.array(batchPayee),
});
export type BatchPayees = z.infer<typeof batchPayees>;

/** A bank of the bank's own list: its code in accounts, and its codes in other systems. */
const bank = z.object({ name: z.string(), code: z.string(), otherCodes: z.array(z.string()) });
export type Bank = z.infer<typeof bank>;
/** The bank's list of banks; missing until it arrives. */
export const bankList = z.object({ banks: z.array(bank).optional() });

/** An account of ours, whole, with the name that the settings give it. */
export const payingAccount = z.object({ accountNumber: z.string(), name: z.string().optional() });

/** What a worker's settings and policy say to people who make payouts. */
export const payingTerms = z.object({
  /** Set until a worker answers: then the lists are empty, and say nothing. */
  unknown: z.literal(true).optional(),
  /** Empty if the settings name none: any account of ours may pay then. */
  accounts: z.array(payingAccount),
  /** From each amount on, so many people in one of these roles approve. */
  approvals: z.array(z.object({ fromKobo: kobo, approvals: count, roles: z.array(z.string()) })),
});
export type PayingTerms = z.infer<typeof payingTerms>;

export const batchProgress = z.object({
  reference,
  stage: z.string(),
  counts: z.record(z.string(), count),
  total: count,
  done: count,
});
export type BatchProgress = z.infer<typeof batchProgress>;
