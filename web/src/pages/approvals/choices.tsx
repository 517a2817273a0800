import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ApprovalItem } from '../../../../src/desk/contract';
import { approvalsQuery } from '../../api/queries';
import { APPROVED_KINDS, type ApprovalsView } from '../../app/page-address';
import { nairaText } from '../../format/money';
import { counted, spoken } from '../../format/words';
import { PAGE_SIZE } from '../../parts/pager';
import { Empty } from '../../parts/states';
import { useIsCounted } from './decided';

/** The sum that cases to approve pay out; nothing where none of them does, as where all are loans. */
export const toPayOut = ({ forMeKobo }: { readonly forMeKobo: number }): string =>
  forMeKobo > 0 ? `: ${nairaText(forMeKobo)} to pay out` : '';

interface ChoicesProps {
  readonly view: ApprovalsView;
  readonly items: readonly ApprovalItem[];
  /** Cases on all pages. */
  readonly total: number;
}

/** Whether the account is held in another name than the given one, or in one that is only close. */
export const namesDiffer = ({ nameVerdict = '' }: ApprovalItem): boolean =>
  ['mismatch', 'close'].includes(nameVerdict);

/** The cases shown, by kind and by their names, and their order; the address holds all of it. */
export function Choices({ view, items, total }: ChoicesProps) {
  const { kind, sort, differ } = view;
  const navigate = useNavigate();
  const show = (search: object) => void navigate({ to: '/approvals', search });
  const of = (name: string) => (event: { readonly currentTarget: { readonly value: string } }) =>
    show({ kind, sort, differ, [name]: event.currentTarget.value || undefined });
  return (
    <div className="row">
      <label className="small">
        <input
          type="checkbox"
          checked={differ === true}
          onChange={(event) => show({ ...view, differ: event.currentTarget.checked || undefined })}
        />{' '}
        Names differ or are close{total > PAGE_SIZE && ' on this page'} ({items.filter(namesDiffer).length})
      </label>
      <NativeSelect
        size="xs"
        aria-label="Kind"
        value={kind ?? ''}
        onChange={of('kind')}
        data={[
          { value: '', label: 'All' },
          ...APPROVED_KINDS.map((value) => ({ value, label: spoken(value) })),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label="Order"
        value={sort ?? ''}
        onChange={of('sort')}
        data={[
          { value: '', label: 'Longest wait first' },
          { value: 'amount', label: 'Largest amount first' },
          { value: 'lapse', label: 'What lapses first' },
        ]}
      />
    </div>
  );
}

/** Says that nothing waits, or nothing of the kind shown, with a link to the others that do. */
export function EmptyList({ view: { kind, sort, differ } }: { readonly view: ApprovalsView }) {
  const query = useQuery({ ...approvalsQuery({}), enabled: kind !== undefined });
  const isCounted = useIsCounted();
  const all = query.data && isCounted(query.data.items, query) ? query.data : undefined;
  if (differ)
    return (
      <Empty title="No names differ or are close">
        Untick “Names differ or are close” to see the others.
      </Empty>
    );
  return (
    <Empty
      title={kind === undefined ? 'Nothing waits for you' : `No ${spoken(kind).toLowerCase()} waits for you`}
    >
      {kind !== undefined && all && all.forMe > 0 ? (
        <Link to="/approvals" search={sort ? { sort } : {}}>
          {`${counted(all.forMe, 'other does', 'others do')}${toPayOut(all)}`}
        </Link>
      ) : (
        'What others make and you may approve comes here by itself.'
      )}
    </Empty>
  );
}
