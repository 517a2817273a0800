import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CasePage } from '../../../src/desk/contract';
import { nairaText } from '../format/money';
import { Copy } from './copy';
import { Day, Instant } from './instant';

type Fact = CasePage['facts'][number];

/** A name with its value. */
export const Pair = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Group justify="space-between" align="start" wrap="nowrap">
    <dt className="soft">{name}</dt>
    <dd className="break">{children}</dd>
  </Group>
);

/** Names with their values. */
export const Pairs = ({ children }: { readonly children: ReactNode }) => (
  <Stack component="dl" gap={7} maw={640} m={0}>
    {children}
  </Stack>
);

/** The facts of a case, amounts in naira; facts that only records need are folded. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => {
  const records = facts.filter(isForRecords);
  return (
    <div className="stack">
      <Values facts={facts.filter((fact) => !isForRecords(fact))} />
      {records.length > 0 && (
        <details>
          <summary className="small">For the record</summary>
          <Values facts={records} />
        </details>
      )}
    </div>
  );
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isForRecords = ({ kind, value }: Fact): boolean => kind === 'digest' || UUID.test(String(value));

const Values = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <Pairs>
    {facts.map((fact) => (
      <Pair key={fact.name} name={fact.label}>
        <Value fact={fact} />
      </Pair>
    ))}
  </Pairs>
);

function Value({ fact: { name, kind, value } }: { readonly fact: Fact }) {
  if (value === null || value === '') return <span className="soft">none</span>;
  if (name === 'uniqueRef')
    return (
      <>
        {value} <Copy value={String(value)} what="the bank's reference" isBeside />
      </>
    );
  if (kind === 'money' && typeof value === 'number') return nairaText(value);
  if (kind === 'instant') return <Instant at={String(value)} />;
  if (kind === 'day') return <Day on={String(value)} />;
  if (kind === 'digest') return <span className="digest">{value}</span>;
  return typeof value === 'number' ? value.toLocaleString('en-NG') : value;
}
