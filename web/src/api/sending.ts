import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isProblem, Problem } from './problem';

interface SendingOptions<R> {
  readonly send: (signal: AbortSignal) => Promise<R>;
  readonly onSuccess: (reply: R) => void;
  readonly onError?: (error: unknown) => void;
}

/** One write, sent now or not at all: none waits for the network behind a closed form. */
export function useSending<R>({ send, ...then }: SendingOptions<R>) {
  const waiting = useRef<AbortController>(undefined);
  const { mutate, reset, isPending, isError, error } = useMutation({
    mutationFn: async () => {
      const { signal } = (waiting.current = new AbortController());
      return send(signal).catch((failure: unknown) => {
        if (signal.aborted) throw new Problem({ detail: 'You stopped waiting for the answer.' });
        // The unknown outcome of an earlier try stays unknown, although this one was not sent.
        const isStillUnknown =
          isProblem(error) && error.isUnanswered && isProblem(failure) && failure.hadNoEffect;
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
    /** Closes the form; during a request, only stops waiting, and the form says that it may take effect. */
    cancel: (close: () => void) => (isPending ? waiting.current?.abort() : close()),
  };
}
