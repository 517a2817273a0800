import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { CasePage } from '../../../../src/desk/contract';
import { withLagosTimes } from '../../format/time';
import { Card } from '../../parts/frames';
import { Instant } from '../../parts/instant';
import { texts } from '../../texts';

type Entry = CasePage['timeline'][number];
type Which = keyof typeof texts.cases.timelineKinds;

/** By whom the orchestrator itself signs its entries. */
const OURSELVES = ['bank', 'system', 'orchestrator', 'calendar', 'provider'];

const isPerson = ({ by }: Entry) => !OURSELVES.includes(by);

const FITS: Readonly<Record<Which, (entry: Entry) => boolean>> = {
  all: () => true,
  people: isPerson,
  notes: ({ note, what }) => (note !== undefined && note !== '') || /\bnote\b/i.test(what),
};

/** What happened, the latest first. */
export function Timeline({ timeline }: { readonly timeline: CasePage['timeline'] }) {
  const [which, setWhich] = useState<Which>('all');
  const entries = timeline.filter(FITS[which]).toReversed();
  const choices = Object.entries(texts.cases.timelineKinds).map(([value, label]) => ({ value, label }));
  const choice = (
    <NativeSelect
      size="xs"
      aria-label={texts.cases.timelineFilter}
      value={which}
      onChange={(event) => setWhich(event.currentTarget.value as Which)}
      data={choices}
    />
  );
  return (
    <Card title={texts.cases.timeline} aside={choice}>
      {entries.length === 0 && <p className="soft">{texts.cases.timelineEmpty}</p>}
      <ol className="timeline" reversed>
        {entries.map((entry, place) => (
          <li key={`${entry.at} ${entries.length - place}`} data-by={isPerson(entry) ? 'person' : 'program'}>
            <span className="break">{withLagosTimes(entry.what)}</span>
            {entry.note !== undefined && entry.note !== '' && (
              <span className="soft break">{entry.note}</span>
            )}
            <span className="small soft">
              {entry.by}, <Instant at={entry.at} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
