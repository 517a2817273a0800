import { Link } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { Kind } from '../../../src/desk/contract';

interface CaseLinkProps {
  readonly kind: Kind;
  readonly reference: string;
}

/** Whether links open in another tab, as in a form, which would lose what is typed. */
export const OpensElsewhere = createContext(false);

/** A link to a case, by its reference. */
export const CaseLink = ({ kind, reference }: CaseLinkProps) => (
  <Link
    to="/cases/$kind/$reference"
    params={{ kind, reference }}
    data-row-link={reference}
    className="break"
    {...(use(OpensElsewhere) && { target: '_blank' })}
  >
    {reference}
  </Link>
);
