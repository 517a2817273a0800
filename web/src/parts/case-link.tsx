import { Link } from '@tanstack/react-router';
import type { Kind } from '../../../src/desk/contract';

interface CaseLinkProps {
  readonly kind: Kind;
  readonly reference: string;
  /** The command whose form the link opens. */
  readonly command?: string;
}

/** A link to a case, by its reference. */
export const CaseLink = ({ kind, reference, command }: CaseLinkProps) => (
  <Link
    to="/cases/$kind/$reference"
    params={{ kind, reference }}
    search={command === undefined ? {} : { do: command }}
    data-row-link={reference}
    className="break"
  >
    {reference}
  </Link>
);
