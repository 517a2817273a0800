import { MantineProvider } from '@mantine/core';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { isProblem } from '../api/problem';
import { sessionQuery } from '../api/session';
import { ReceiptsProvider } from '../commands/receipts';
import { router } from './router';
import { theme } from './theme';

/** Times that a read is tried again before the page says that it failed. */
const RETRIES = 2;

const client = new QueryClient({
  // What any read learns about the session, the shell must know at once.
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isProblem(error) && error.is('log-in') && query.queryKey[0] !== 'session')
        void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  }),
  defaultOptions: {
    // Without a network requests fail at once; by default they would wait, and be sent later without anybody's doing.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      retry: (count, error) => isProblem(error) && error.isUnanswered && count < RETRIES,
      retryDelay: 1_000,
      refetchOnWindowFocus: true,
      staleTime: 5_000,
    },
  },
});

/** The whole program: its parts are put together here. */
export const Desk = () => (
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    <QueryClientProvider client={client}>
      <ReceiptsProvider>
        <RouterProvider router={router} />
      </ReceiptsProvider>
    </QueryClientProvider>
  </MantineProvider>
);
