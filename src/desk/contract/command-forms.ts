import { z } from 'zod';
import { day, deskRole, held, instant, kind, numberBetween, reference, sha256 } from './fields';

/**
 * One field of a form, from the command tables. A field of kind `person` takes a subject of `GET
 * /api/people`. A field of kind `document` takes the `sha256` of a document that was uploaded to the case.
 */
export const formField = z.object({
  name: z.string(),
  kind: z.enum([
    'text',
    'code',
    'reference',
    'integer',
    'digits',
    'date',
    'flag',
    'sha256',
    'rows',
    'document',
    'person',
  ]),
  about: z.string(),
  optional: z.boolean(),
  /** Personal data: pages never show the typed text again, nor keep it in a draft. */
  personal: z.boolean(),
  /** The field's expectation, as the end of a sentence: "must be …". */
  expectation: z.string(),
  /** The values of a code. */
  values: z.array(z.string()).optional(),
  /** Bounds of a whole number, or of the number of characters of a text or digits. */
  min: z.number().optional(),
  max: z.number().optional(),
  /** A whole number of kobo: shown and typed in naira. */
  money: z.boolean().optional(),
  /** Earliest day: today by the clock of the case. */
  earliest: day.optional(),
  /** The value that the case itself sets, such as the digest that was shown. */
  value: z.string().optional(),
  /** The present value that the command changes; for accounts and identity numbers the last digits. */
  present: z.string().or(z.number()).optional(),
});
export type FormField = z.infer<typeof formField>;

/** How many other people a command needs, of which roles, and from which amount on. */
const people = z.object({ approvals: z.int(), roles: z.array(z.string()), fromKobo: z.number() });

/** A command of a case, as offered to the person logged in. */
export const offeredCommand = z.object({
  name: z.string(),
  /** The summary of the command table: the button's label and the dialog's name. */
  summary: z.string(),
  allowed: z.boolean(),
  /** Why it is not allowed, as a sentence. */
  whyNot: z.string().optional(),
  /** The roles in which people may give it. */
  roles: z.array(z.string()),
  /** The role in which the person would give it; missing if the person never may. */
  role: deskRole.optional(),
  /** Whether the person must log in again for it. */
  freshLogin: z.boolean(),
  /** Whether it ends the case or refuses a part of it, and whether it overrules what was found. */
  ends: z.boolean(),
  overrules: z.boolean(),
  /** The other people that it needs; missing if it needs none. */
  others: z
    .object({
      /** They must agree before it takes effect. */
      agreement: people.optional(),
      /** They approve the case afterwards, as they would without the command. */
      approval: people.optional(),
      /** The values of its field `outcome` with which nobody must agree. */
      except: z.array(z.string()).optional(),
      /** For another amount than the present one: the rules for both. */
      rules: z.object({ agreements: z.array(people), approvals: z.array(people) }).optional(),
    })
    .optional(),
  /** Whether it helps with the case's wait or attention; such commands come first. */
  helps: z.boolean(),
  fields: z.array(formField),
});
export type OfferedCommand = z.infer<typeof offeredCommand>;

const fields = z.record(z.string().max(60), z.union([z.string().max(4_000), z.number(), z.boolean()]));

/** The body of a command. The request id is the header `Idempotency-Key`. */
export const commandBody = z.strictObject({
  fields: fields.default({}),
  /** The case refuses the command in any other stage. */
  expectedStage: z.string().max(60).optional(),
  /** The stage that the person saw, for the words of a refusal alone. */
  seenStage: z.string().max(60).optional(),
  /** The case refuses the command once it was changed, held back or sent more often: the `changes` of its page. */
  expectedChanges: z.int().min(0).optional(),
  note: z.string().max(500).optional(),
  /** The device's signature over the challenge of an earlier answer to the same request. */
  passkey: z
    .object({
      id: z.string().max(1_400),
      response: z.object({
        clientDataJSON: z.string().max(4_000),
        authenticatorData: z.string().max(4_000),
        signature: z.string().max(1_400),
      }),
    })
    .optional(),
});
export type CommandBody = z.input<typeof commandBody>;

/** The receipt of a command that a case accepted. */
export const receipt = z.object({
  requestId: z.string(),
  command: z.string(),
  stage: z.string(),
  acceptedAt: instant,
  /** Whether the same request had been accepted before, so that this one changed nothing. */
  repeated: z.boolean(),
  /** The digest of the proposal, if a second person has to confirm it first. */
  proposed: z.string().optional(),
});
export type Receipt = z.infer<typeof receipt>;

/** What became of a command: the receipt or the refusal of its case. */
const outcome = z.object({
  ...{ kind, reference, receipt: receipt.optional(), refusal: z.string().optional() },
  /** Whether no answer came, so that it may have taken effect. */
  isUnknown: z.boolean().optional(),
});

/** A command sent after a fresh login, with its outcome. */
export const givenCommand = outcome.extend({
  command: z.string(),
  /** The summary of the command table, with that of the proposal that it answers. */
  summary: z.string(),
});

export const givenLatelyQuery = z.strictObject({
  before: numberBetween(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The `next` of the page before, for older ones'),
});

/** A page of the starts and commands of a person with their outcomes, by the latest act on each, newest first. */
export const givenLately = z.object({
  deeds: z.array(
    z.object({
      kind,
      reference,
      /** Name of the borrower or the beneficiary. */
      name: z.string().optional(),
      /** The amount of the case now. */
      amountKobo: z.int().optional(),
      /** Business time. */
      at: instant,
      summary: z.string(),
      /** The reason that the person gave with it, if any: a code, its note or both; or the note that it added. */
      ownReason: z.string().optional(),
      /** `waiting` for a second person; `accepted` if it needed none, or before one was asked; `lapsed` if it counts no longer. */
      state: z.enum(['waiting', 'approved', 'rejected', 'accepted', 'lapsed']),
      /** The person who approved or rejected it, when (business time), and the reason, if given. */
      by: z.string().optional(),
      answeredAt: instant.optional(),
      reason: z.string().optional(),
      /** Present stage of the case; missing if the desk no longer lists it. */
      stageTitle: z.string().optional(),
      /** Why the case needs a person now. */
      attention: z.string().optional(),
      held: held.optional(),
    }),
  ),
  /** Where older ones follow, if any do. */
  next: z.int().optional(),
});
export type GivenLately = z.infer<typeof givenLately>;

/** The same command for many cases. */
export const bulkBody = commandBody.omit({ passkey: true }).extend({
  command: z.string().max(60),
  cases: z.array(z.object({ kind, reference })).min(1).max(50),
});

/** The outcome for each case, in the order of the request. */
export const bulkReply = z.object({ results: z.array(outcome) });
export type BulkReply = z.infer<typeof bulkReply>;

/** A document that was uploaded to a case. */
export const storedDocument = z.object({
  sha256,
  /** The sender's name for the file; without one, the beginning of its digest. */
  name: z.string(),
  contentType: z.enum(['application/pdf', 'image/jpeg', 'image/png']),
  sizeBytes: z.int(),
  uploadedAt: instant,
});
export type StoredDocument = z.infer<typeof storedDocument>;
