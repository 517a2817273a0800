import { counted } from '../../format/words';
import { Link } from '@tanstack/react-router';
import type { ListQuery } from '../../api/queries';

/** Rows of one page, as the desk sends them where none are asked for. */
const SIZE = 50;

interface PagerProps {
  readonly page: number;
  readonly shown: number;
  readonly total: number;
}

/** Which part of the list is shown, and the way to the others. */
export function Pager({ page, shown, total }: PagerProps) {
  if (total <= SIZE && page === 1) return null;
  const from = (page - 1) * SIZE + 1;
  const to = from + shown - 1;
  return (
    <nav className="row spread beside" aria-label="Pages of the list">
      <span className="soft">
        {from} to {to} of {counted(total, 'case')}
      </span>
      <span className="row">
        {page > 1 && (
          <Link to="/" search={(before: ListQuery) => ({ ...before, page: page - 1 })}>
            Previous
          </Link>
        )}
        {to < total && (
          <Link to="/" search={(before: ListQuery) => ({ ...before, page: page + 1 })}>
            Next
          </Link>
        )}
      </span>
    </nav>
  );
}
