import { NativeSelect, Timeline } from '@mantine/core';
import { useState } from 'react';
import type { CasePage } from '../../../../src/desk/contract';
import { casework } from '../../../../src/domain/case/commands';
import { withLagosTimes } from '../../format/time';
import { Card } from '../../parts/frames';
import { Instant } from '../../parts/instant';
import { Doer } from '../../parts/person';
import { fieldsInWords, inWords } from '../../format/words';

type Entry = CasePage['timeline'][number];

/** Authors of entries that the orchestrator itself writes. */
const OURSELVES = ['bank', 'system', 'orchestrator', 'provider'];

export const isByPerson = ({ by }: Entry): boolean => !OURSELVES.includes(by);

const { summary: ADDED } = casework([]).addNote;

/** The choices of what is shown, each with its label and its test of an entry. */
const KINDS = {
  all: ['Everything', () => true],
  people: ['What people did', isByPerson],
  notes: ['Notes', ({ note, what }) => (note !== undefined && note !== '') || /\bnote\b/i.test(what)],
} satisfies Record<string, readonly [string, (entry: Entry) => boolean]>;
type Which = keyof typeof KINDS;

const BY_PERSON = { itemBullet: { borderColor: 'var(--accent)', background: 'var(--accent)' } };

/** The entries without what the case records twice: the command that adds a note, and the reason of a command at the stage that it leads to. */
const told = (entries: readonly Entry[]): Entry[] =>
  entries
    .filter(({ what, at }, place) => {
      const next = entries[place + 1];
      return what !== ADDED || next?.what !== 'Note' || next.at !== at;
    })
    .map(({ note, ...entry }, place, all) => {
      const before = all[place - 1];
      const isRepeated = entry.by === 'system' && before?.note === note;
      return note === undefined || isRepeated ? entry : { ...entry, note };
    });

/** The note of an entry with the code of its reason in words; a note alone stays as it was written. */
const noteText = ({ what, note = '' }: Entry): string =>
  what === 'Note' ? note : fieldsInWords(withLagosTimes(note));

/** The timeline of a case, latest entry first. */
export function CaseTimeline({ shown: { started, timeline } }: { readonly shown: CasePage }) {
  const [which, setWhich] = useState<Which>('all');
  const all = started ? [{ ...started, what: 'Started' }, ...timeline] : timeline;
  const entries = told(all).filter(KINDS[which][1]).toReversed();
  const choices = Object.entries(KINDS).map(([value, [label]]) => ({ value, label }));
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
              <span className="second soft break">{noteText(entry)}</span>
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
