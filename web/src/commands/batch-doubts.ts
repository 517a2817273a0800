import { useQuery } from '@tanstack/react-query';
import type { ApprovalItem, PayoutFacts } from '../../../src/desk/contract';
import { batchPayeesQuery } from '../api/queries';
import { nairaText } from '../format/money';
import { counted } from '../format/words';
import { isOfBatch } from '../parts/decision-sheet';
import { isClose, isDifferent, isRepeated } from '../parts/doubts';

/** Most names in the line at the buttons. */
const NAMED_MAX = 3;

/**
 * The payees of a batch whose names differ or who may be paid twice, and then those whose names are only close, as the
 * rest of the line at the buttons.
 */
export function useBatchDoubts(sheet: PayoutFacts | ApprovalItem | undefined): [string, string] {
  const batch = sheet && isOfBatch(sheet) ? sheet : undefined;
  const { data } = useQuery({
    ...batchPayeesQuery(batch?.reference ?? '', batch?.digest),
    enabled: batch !== undefined,
  });
  const rows = data?.rows ?? [];
  const named = (what: string, those: typeof rows) => {
    const first = those.slice(0, NAMED_MAX).map((row) => `${row.givenName} ${nairaText(row.amountKobo)}`);
    const more = those.length > NAMED_MAX ? ` and ${those.length - NAMED_MAX} more` : '';
    return those.length === 0 ? '' : `; ${those.length} of ${what}: ${first.join(', ')}${more}`;
  };
  const names = counted(rows.length, 'name');
  return [
    named(`${names} differ`, rows.filter(isDifferent)) +
      named(`${counted(rows.length, 'row')} like another row or payment`, rows.filter(isRepeated)),
    named(`${names} only close`, rows.filter(isClose)),
  ];
}
