import { lazy, Suspense } from 'react';
import type { CasePage } from '../../../../src/desk/contract';
import { useSession } from '../../api/session';
import { Loading } from '../../parts/states';

const BatchPart = lazy(() => import('../payouts/batch-part'));
const Differences = lazy(() => import('../reconciliation/differences'));

/** What only one kind of case has: the rows of a batch, the differences of a reconciliation. */
export function KindParts({ shown: { kind, reference } }: { readonly shown: CasePage }) {
  const mayUse = useSession().data?.mayUse ?? [];
  return (
    <Suspense fallback={<Loading what="Documents" />}>
      {kind === 'batch' && mayUse.includes('batchProgress') && <BatchPart reference={reference} />}
      {kind === 'reconciliation' && mayUse.includes('reconciliation') && (
        <Differences reference={reference} />
      )}
    </Suspense>
  );
}
