import { NativeSelect, Timeline } from '@mantine/core';
import { useState } from 'react';
import type { CasePage } from '../../../../src/desk/contract';
import { withLagosTimes } from '../../format/time';
import { Card } from '../../parts/frames';
import { Instant } from '../../parts/instant';
import { Doer } from '../../parts/person';
import { inWords } from '../../format/words';

const TIMELINE_KINDS = { all: 'Everything', people: 'What people did', notes: 'Notes' } as const;

type Entry = CasePage['timeline'][number];
type Which = keyof typeof TIMELINE_KINDS;

/** Authors of entries that the orchestrator itself writes. */
const OURSELVES = ['bank', 'system', 'orchestrator', 'calendar', 'provider'];

export const isByPerson = ({ by }: Entry): boolean => !OURSELVES.includes(by);

const FITS: Readonly<Record<Which, (entry: Entry) => boolean>> = {
  all: () => true,
  people: isByPerson,
  notes: ({ note, what }) => (note !== undefined && note !== '') || /\bnote\b/i.test(what),
};

const BY_PERSON = { itemBullet: { borderColor: 'var(--accent)', background: 'var(--accent)' } };

/** The timeline of a case, latest entry first. */
export function CaseTimeline({ shown: { started, timeline } }: { readonly shown: CasePage }) {
  const [which, setWhich] = useState<Which>('all');
  const all = started ? [{ ...started, what: 'Started' }, ...timeline] : timeline;
  const entries = all.filter(FITS[which]).toReversed();
  const choices = Object.entries(TIMELINE_KINDS).map(([value, label]) => ({ value, label }));
  const choice = (
    <NativeSelect
      size="xs"
      aria-label="Show"
      value={which}
      onChange={(event) => setWhich(event.currentTarget.value as Which)}
      data={choices}
    />
  );
  return (
    <Card title="Timeline" aside={choice}>
      {entries.length === 0 && <p className="soft">Nothing of that kind has happened.</p>}
      <Timeline role="list" bulletSize={10} lineWidth={2}>
        {entries.map((entry, place) => (
          <Timeline.Item
            key={`${entry.at} ${entries.length - place}`}
            role="listitem"
            mt="md"
            styles={isByPerson(entry) ? BY_PERSON : {}}
          >
            <span className="break">{inWords(withLagosTimes(entry.what))}</span>
            {entry.note !== undefined && entry.note !== '' && (
              <span className="second soft break">{inWords(entry.note)}</span>
            )}
            <span className="second small soft">
              <Doer by={entry.by} />, <Instant at={entry.at} />
            </span>
          </Timeline.Item>
        ))}
      </Timeline>
    </Card>
  );
}
