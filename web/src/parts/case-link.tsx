import { Link } from '@tanstack/react-router';
import type { Kind } from '../../../src/desk/contract';

interface CaseLinkProps {
  readonly kind: Kind;
  readonly reference: string;
}

/** A link to a case, by its reference. */
export const CaseLink = ({ kind, reference }: CaseLinkProps) => (
  <Link to="/cases/$kind/$reference" params={{ kind, reference }} data-row-link={reference} className="break">
    {reference}
  </Link>
);
