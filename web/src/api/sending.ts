import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isProblem, Problem } from './problem';

interface SendingOptions<R> {
  readonly send: (signal: AbortSignal) => Promise<R>;
  readonly onSuccess: (reply: R) => void;
  readonly onError?: (error: unknown) => void;
}

/** One write on its way. It is sent now or not at all: nothing waits for the network behind a form that was closed. */
export function useSending<R>({ send, ...then }: SendingOptions<R>) {
  const waiting = useRef<AbortController>(undefined);
  const { mutate, reset, isPending, isError, error } = useMutation({
    mutationFn: async () => {
      const { signal } = (waiting.current = new AbortController());
      return send(signal).catch((failure: unknown) => {
        if (signal.aborted) throw new Problem({ detail: 'You stopped waiting for the answer.' });
        // What an earlier try has left unknown stays unknown, although this one was not sent.
        const isStillUnknown =
          isProblem(error) && error.isUnanswered && isProblem(failure) && failure.isUnsent;
        throw isStillUnknown ? error : failure;
      });
    },
    ...then,
  });
  return {
    ...{ reset, isPending, isError, error },
    send: () => {
      if (!isPending) mutate();
    },
    /** Closes the form, unless something is on its way: then it stops waiting, and the form tells that this may have taken effect. */
    cancel: (close: () => void) => (isPending ? waiting.current?.abort() : close()),
  };
}
