import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isProblem } from '../api/problem';
import { givenQuery } from '../api/queries';
import { Note } from '../parts/frames';
import { useReceipts } from './receipts';
import { Refusal } from './refusal';

/** With which the desk sends the browser back after a login for a command; the router has no place for it. */
const requestId = new URLSearchParams(window.location.search).get('given') ?? '';

/** What became of the command that the person has just logged in for: its receipt among the others, or why not. */
export function GivenAfterLogin() {
  const { data, error } = useQuery(givenQuery(requestId));
  const { add } = useReceipts();
  const receipt = data?.receipt;
  useEffect(() => {
    if (data && receipt) add({ ...data, receipt });
  }, [data, receipt, add]);
  // An old address: what it tells of is known by now.
  if (isProblem(error) && error.is('not-found')) return null;
  if (error) return <Refusal error={error} />;
  if (data?.refusal === undefined) return null;
  return (
    <Note tone="danger" role="alert">
      {' '}
      <strong>{data.summary}: not done</strong>
      <span className="break">{data.refusal}</span>
    </Note>
  );
}
