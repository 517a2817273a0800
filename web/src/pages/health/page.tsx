import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Figures } from '../../../../src/desk/contract';
import { figuresQuery } from '../../api/queries';
import { Page } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { FigureTables } from './tables';
import { Weeks } from './weeks';
import { WindowUse } from './window-use';

/** The bank's window, the waiting calls, and figures on cases, in words for the bank's staff. */
export default function HealthPage(): ReactNode {
  const figures = useQuery(figuresQuery);
  return (
    <Page
      title="Figures and health"
      about="How many cases there are and what they wait for, and how many requests the bank still takes."
    >
      <Loaded query={figures} what="Figures and health">
        {(known) => (
          <div className="stack wide">
            <Tiles figures={known} />
            <WindowUse budget={known.budget} readAtMs={figures.dataUpdatedAt} />
            <Weeks weeks={known.weeks} />
            <FigureTables figures={known} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Tiles({ figures: { attention, stages, freshness } }: { readonly figures: Figures }) {
  const open = stages.reduce((sum, { cases }) => sum + cases, 0);
  const { readAt } = freshness;
  const age =
    readAt === undefined
      ? '–'
      : `${Math.max(0, Math.round((Date.now() - Date.parse(readAt)) / 1_000))} s ago`;
  const tiles = [
    ['Cases that need attention', attention.toLocaleString('en-NG')],
    ['Open cases', open.toLocaleString('en-NG')],
    ['Lists brought up to date', age],
  ] as const;
  return (
    <dl className="grid tiles">
      {tiles.map(([name, value]) => (
        <div key={name} className="card tile">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
