import { Button, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failed, Loading } from './states';
import { counted } from '../format/words';
import type { Unreadable } from '../../../src/desk/contract';
import { Note } from './frames';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  /** The name of the loaded data, for the sentence that says so. */
  readonly what: string;
  readonly children: (data: T) => ReactNode;
}

/**
 * Shows a query's data, or its state. Old data stays while new data fails; the shell says that it is old. A
 * list names the cases that it cannot show.
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

/** The cases of a list that cannot be shown, with reasons, so that none is missing unnoticed. */
export const UnreadableCases = ({ cases }: { readonly cases: readonly Unreadable[] }) =>
  cases.length === 0 ? null : (
    <Note tone="danger">
      <strong>
        {counted(cases.length, 'case')} cannot be shown: tell whoever runs the desk. The others are complete.
      </strong>
      {cases.length <= UNFOLDED ? (
        <Reasons cases={cases} />
      ) : (
        <details>
          <summary>Which ones, and why</summary>
          <Reasons cases={cases} />
        </details>
      )}
    </Note>
  );

/** Most cases of a kind of trouble that a list tells one by one. */
export const UNFOLDED = 3;

const Reasons = ({ cases }: { readonly cases: readonly Unreadable[] }) => (
  <Stack gap={4}>
    {cases.map(({ kind, reference, why }) => (
      <span key={`${kind}:${reference}`} className="break">
        {kind} {reference}: {why}
      </span>
    ))}
  </Stack>
);

/** The unreadable cases in a reply of any list. */
const unreadableIn = (reply: unknown): readonly Unreadable[] =>
  (Object(reply) as { readonly unreadable?: readonly Unreadable[] }).unreadable ?? [];

interface OlderProps {
  readonly pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** The button that adds the next page of a list whose newest entries come first. */
export const Older = ({ pages }: OlderProps) =>
  pages.hasNextPage && (
    <div className="beside row">
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        Older entries
      </Button>
    </div>
  );
