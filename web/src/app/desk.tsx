import { MantineProvider, createTheme } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { isProblem } from '../api/problem';
import { sessionQuery } from '../api/session';
import { ReceiptsProvider } from '../commands/receipts';
import { router } from './router';

/** Times that a read is tried again before the page says that it failed. */
const RETRIES = 2;

/** Tells the shell at once that a request found the session ended. */
const learn = (error: unknown) => {
  if (isProblem(error) && error.is('log-in'))
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
};

const client = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== 'session') learn(error);
    },
  }),
  mutationCache: new MutationCache({ onError: learn }),
  defaultOptions: {
    // Without a network requests fail at once; by default they would wait, and go out later unasked.
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

/** The whole program, put together from its parts. */
export const Desk = () => (
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    <QueryClientProvider client={client}>
      <ReceiptsProvider>
        <RouterProvider router={router} />
      </ReceiptsProvider>
    </QueryClientProvider>
  </MantineProvider>
);

const rounded = { defaultProps: { radius: 8 } };

/** Sizes and behaviour of Mantine's parts; `styles/tokens.css` has their colours. */
const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        // The scroll lock writes a style into the page, which the content policy forbids.
        lockScroll: false,
        centered: true,
        padding: 22,
        closeButtonProps: { 'aria-label': 'Close' },
        styles: { title: { fontSize: 17, fontWeight: 650, lineHeight: 1.35 } },
      },
    },
    Spotlight: { defaultProps: { lockScroll: false } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Badge: { defaultProps: { variant: 'light', h: 24, fz: 12.5, fw: 600, tt: 'none', miw: 'max-content' } },
    Alert: { defaultProps: { variant: 'light', radius: 6, p: 'sm' } },
    Skeleton: { defaultProps: { radius: 5 } },
    Progress: { defaultProps: { radius: 'xl' } },
    NavLink: { defaultProps: { bdrs: 8, px: 10 } },
    Kbd: { defaultProps: { size: 'xs' } },
    Button: rounded,
    TextInput: rounded,
    Textarea: rounded,
    NativeSelect: rounded,
  },
});
