import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failed, Loading } from './states';
import { UnreadableCases, unreadableIn } from './unreadable-cases';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  /** What is being loaded, for the sentence that says so. */
  readonly what: string;
  readonly children: (data: T) => ReactNode;
}

/**
 * What a query brought, or the state it is in. Old data stays while new data fails: the shell says that it is old. A list
 * tells what it cannot show.
 */
export function Loaded<T>({ query, what, children }: LoadedProps<T>) {
  if (query.data !== undefined)
    return (
      <>
        <UnreadableCases cases={unreadableIn(query.data)} />
        {children(query.data)}
      </>
    );
  if (query.isError) return <Failed error={query.error} retry={() => void query.refetch()} />;
  return <Loading what={what} />;
}
