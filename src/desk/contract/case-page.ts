import { z } from 'zod';
import { approvalItem, payoutFacts } from './approvals';
import { caseRow } from './case-list';
import { offeredCommand, storedDocument } from './command-forms';
import { instant } from './fields';

const stageOnLine = z.object({
  stage: z.string(),
  title: z.string(),
  /** `skipped`: the case went past this stage without entering it; `exit`: an unsuccessful end. */
  state: z.enum(['done', 'current', 'ahead', 'skipped', 'exit']),
  /** When the case entered it, if the timeline still shows that. Business time. */
  since: instant.optional(),
});

/** The borrower by the case's present data, with only the last digits of identity numbers. */
export const borrower = z.object({
  name: z.string(),
  businessName: z.string().optional(),
  phone: z.string(),
  address: z.string(),
  bvn: z.string(),
  nin: z.string().optional(),
  /** Whether the person logged in may see these numbers in full now. */
  mayReveal: z.boolean(),
  dateOfBirth: z.string(),
  /** The amount applied for. */
  amountKobo: z.int().optional(),
  months: z.int().optional(),
  /** Of the loan, as a code of the bank. */
  purpose: z.string().optional(),
});
export type Borrower = z.infer<typeof borrower>;

const { kind, reference, stage, stageTitle, ended, since, assignee, branch, name, waiting, attention } =
  caseRow.shape;

/** Everything about one case by its workflow's latest answer. Instants are business time unless noted. */
export const casePage = z.object({
  ...{ kind, reference, stage, stageTitle, since, ended, assignee, branch, name },
  /** How often it was changed, held back or sent, which a command may expect; missing where it cannot be. */
  changes: z.int().optional(),
  workflowId: z.string(),
  /** For a payout or flush: its present amount, accounts and beneficiary. */
  payout: payoutFacts.optional(),
  borrower: borrower.optional(),
  /** For a loan: the account to pay it into, if named, and its bank by the bank's own list. */
  disbursementAccount: z
    .object({ accountNumber: z.string(), bankCode: z.string(), bankName: z.string().optional() })
    .optional(),
  /** One sentence on the wait, its start and end, and its actor, with instants in Lagos time. */
  sentence: z.string(),
  /** Since when it has waited, or needed a person, as lists say; missing where the desk has not listed it yet. */
  waitingSince: instant.optional(),
  waiting: waiting.unwrap().extend({ toDo: z.string() }).optional(),
  attention: attention
    .unwrap()
    .extend({ actions: z.array(z.string()) })
    .optional(),
  stages: z.array(stageOnLine),
  checklist: z.array(
    z.object({
      item: z.string(),
      status: z.enum(['required', 'missing', 'uploading', 'uploaded', 'rejected']),
      reason: z.string().optional(),
      /** Digest of the document that was handed in for it last. */
      sha256: z.string().optional(),
    }),
  ),
  /** The documents that people uploaded to this case at the desk. */
  documents: z.array(storedDocument),
  /** Each with a label for people; figures of kind `money` are kobo. */
  facts: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      value: z.union([z.string(), z.number(), z.null()]),
      kind: z.enum(['text', 'number', 'money', 'instant', 'day', 'digest']),
    }),
  ),
  /** The person who started it, by the audit, with the role; `by` as in the timeline. */
  started: z.object({ at: instant, by: z.string() }).optional(),
  timeline: z.array(z.object({ at: instant, by: z.string(), what: z.string(), note: z.string().optional() })),
  related: z.array(
    caseRow.pick({ kind: true, reference: true, stageTitle: true, ended: true }).extend({ why: z.string() }),
  ),
  approvals: z.array(approvalItem),
  /** People's decisions, newest first, by the audit. */
  decisions: z.array(
    z.object({
      command: z.string(),
      summary: z.string(),
      by: z.string(),
      role: z.string(),
      /** Business time. */
      at: instant,
      /** Of what it was about; missing in the rejection of a case, which needs none. */
      digest: z.string().optional(),
      /** Whether the person logged in for this very act. */
      freshLogin: z.boolean(),
      /** Whether what it was about was changed afterwards, so that it counts no more. */
      isVoid: z.boolean(),
    }),
  ),
  commands: z.array(offeredCommand),
  /** Calls of the bank that are queued, paused or retried, a sentence each. */
  calls: z.array(z.string()),
  /** Its page in Temporal's Web UI. */
  webUi: z.string().optional(),
  /** When the desk asked the workflow, in real time. */
  readAt: instant,
  /** Why no worker answered: then this is the desk's older copy, without timeline, approvals and commands. */
  unanswered: z.string().optional(),
});
export type CasePage = z.infer<typeof casePage>;
