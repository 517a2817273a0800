import { z } from 'zod';
import { contentDigest } from '../../authority/digest';
import { leafOf, rootFrom } from '../../authority/merkle';
import { batchContent, rowContent } from '../../domain/batch/approved-rows';
import { batchCommands } from '../../domain/batch/commands';
import type { PayoutTerms } from '../../domain/payout/order';
import { ANY_OTHER, approvalFor } from '../../domain/payout/policy';
import { caseOf } from '../../domain/wire/workflow-ids';
import { agreeing, tooFew } from './agreement';
import { ProofRefused, type Beginning, type GateTerms } from './proofs';

const whole = z.int().min(0);

const approvedRow = z.strictObject({
  head: z.strictObject({
    batch: z.string(),
    sourceAccountNumber: z.string(),
    rows: whole,
    totalKobo: whole,
    makers: z.array(z.string()).min(1),
    root: z.string(),
  }),
  approvals: z.array(z.unknown()),
  row: whole,
  index: whole,
  path: z.array(z.string()),
});

/** A payout that is to be a row of a batch, and the name to which it is about to be sent. */
interface Row {
  readonly input: PayoutTerms & { readonly beneficiary: { readonly accountName: string } };
  readonly holder: string;
  readonly beginning: Beginning;
}

/**
 * Checks that a payout is a row of its batch as people have approved it: its path to the root of the tree of
 * all rows, and that a person who is no maker of the batch has agreed to that root. If too few have, or too
 * long ago (before `sinceMs`, in milliseconds), people must agree to the row itself.
 * @returns its makers, and the rule for approvals of its own unless those of its batch cover it @throws ProofRefused
 */
export async function requireRow(
  { input, holder, beginning }: Row,
  given: unknown,
  { proofs, policy, sinceMs }: Pick<GateTerms, 'proofs' | 'policy'> & { readonly sinceMs: number },
) {
  const { data } = approvedRow.safeParse(given);
  if (!data) throw new ProofRefused('it comes without what proves that its batch was approved');
  const { head, row, index, path, approvals } = data;
  const { reference, amountKobo, remark, beneficiary, source, metaData } = input;
  const { bankCode, bankName, accountNumber, accountName } = beneficiary;
  const account = { bankCode, bankName, accountNumber, accountName, nameOnAccount: holder };
  const leaf = leafOf(rowContent({ row, reference, amountKobo, remark, ...account }, head.rows));
  const nodes = path.map((node) => Buffer.from(node, 'base64url'));
  const root = rootFrom(leaf, { index, count: head.rows, path: nodes });
  const isRow =
    root?.toString('base64url') === head.root &&
    head.batch === caseOf(beginning.rootCase).reference &&
    head.sourceAccountNumber === source.accountNumber &&
    metaData === undefined;
  if (!isRow) throw new ProofRefused('it is no row of the batch that people have approved');
  const makers = [...beginning.makers, ...head.makers];
  const rule = approvalFor(policy, head.totalKobo, ANY_OTHER);
  const agreed = {
    digest: contentDigest(batchContent(head)),
    makers,
    approvals: await proofs
      .of(beginning.rootCase)
      .approvals(approvals, 'approve', batchCommands.approve.roles),
  };
  const inAnyRole = { ...ANY_OTHER, roles: batchCommands.approve.roles };
  if (agreeing({ ...agreed, rule: inAnyRole, sinceMs: 0 }).length === 0)
    throw new ProofRefused(tooFew([], { ...agreed, rule, about: 'its batch' }));
  if (agreeing({ ...agreed, rule, sinceMs: 0 }).length < rule.approvals) return { makers, ownRule: rule };
  if (agreeing({ ...agreed, rule, sinceMs }).length >= rule.approvals) return { makers };
  return { makers, ownRule: approvalFor(policy, amountKobo, ANY_OTHER) };
}
