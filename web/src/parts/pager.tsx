import { Link } from '@tanstack/react-router';
import { counted } from '../format/words';

/** Rows per page: the desk's default. */
export const PAGE_SIZE = 50;

interface PagerProps {
  readonly page: number | undefined;
  readonly shown: number;
  readonly total: number;
  readonly noun?: string;
}

/** Shows the open page of a list, with links to the others; the address holds its number. */
export function Pager({ page = 1, shown, total, noun = 'case' }: PagerProps) {
  if (total <= PAGE_SIZE && page === 1) return null;
  const from = (page - 1) * PAGE_SIZE + 1;
  const to = from + shown - 1;
  return (
    <nav className="row spread beside no-print" aria-label="Pages of the list">
      <span className="soft">
        {shown === 0 ? 'No more' : `${from} to ${to}`} of {counted(total, noun)}
      </span>
      <span className="row">
        {page > 1 && <Step title="Previous" page={page - 1} />}
        {page * PAGE_SIZE < total && <Step title="Next" page={page + 1} />}
      </span>
    </nav>
  );
}

const Step = ({ title, page }: { readonly title: string; readonly page: number }) => (
  <Link to="." search={(before: object) => ({ ...before, page })}>
    {title}
  </Link>
);
