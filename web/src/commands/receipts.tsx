import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Kind, Receipt } from '../../../src/desk/contract';

/** A receipt with what it is for. */
export interface Given {
  readonly kind: Kind;
  readonly reference: string;
  readonly summary: string;
  readonly receipt: Receipt;
}

interface Receipts {
  readonly given: readonly Given[];
  readonly add: (given: Given) => void;
}

const Context = createContext<Receipts>({ given: [], add: () => undefined });

/** So many receipts are kept while the page is open. */
const KEPT = 20;

/** Keeps the receipts of this page: after a command it trusts them, not a list that follows later. */
export function ReceiptsProvider({ children }: { readonly children: ReactNode }) {
  const [given, setGiven] = useState<readonly Given[]>([]);
  const add = useCallback(
    (one: Given) =>
      setGiven((all) =>
        [one, ...all.filter(({ receipt }) => receipt.requestId !== one.receipt.requestId)].slice(0, KEPT),
      ),
    [],
  );
  const value = useMemo(() => ({ given, add }), [given, add]);
  return <Context value={value}>{children}</Context>;
}

export const useReceipts = (): Receipts => use(Context);
