import { Alert, Badge as MantineBadge, Stack, Table, Button, type ButtonProps } from '@mantine/core';
import { useEffect, useRef, type ReactNode, type ComponentProps } from 'react';

interface CardProps {
  readonly title: string;
  readonly aside?: ReactNode;
  /** For tables, which reach to the edges. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A part of a page with its heading. */
export const Card = ({ title, aside, flush = false, children }: CardProps) => (
  <section className={flush ? 'card flush' : 'card'} aria-label={title}>
    <div className="card-head">
      <h2>{title}</h2>
      {aside}
    </div>
    {children}
  </section>
);

interface PageProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its title, what it is for, and its parts. Who comes from another page finds the focus on its title, which a screen reader speaks. */
export const Page = ({ title, about, aside, children }: PageProps) => (
  <>
    <title>{`${title} · Officers' desk`}</title>
    <div className="row spread">
      <div className="stack tight">
        <h1 ref={useHeadingFocus()} tabIndex={-1}>
          {title}
        </h1>
        {about !== undefined && <p className="soft">{about}</p>}
      </div>
      {aside !== undefined && <div className="row no-print">{aside}</div>}
    </div>
    {children}
  </>
);

/** The first page since the program was loaded leaves the focus where the browser has put it. */
let isFirst = true;

/** A palette that closes gives the focus back within this time, in milliseconds. */
const AFTER_PALETTE_MS = 30;

function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const wasFirst = isFirst;
    isFirst = false;
    if (wasFirst) return undefined;
    const timer = setTimeout(() => {
      // A person, or the form of a command that has opened with the page, may have taken it meanwhile.
      if (!document.activeElement?.closest('form, #page *')) heading.current?.focus();
    }, AFTER_PALETTE_MS);
    return () => clearTimeout(timer);
  }, []);
  return heading;
}

/** The heading of a column, alone or with its class: `amount` for figures, `less` where a narrow screen leaves it out. */
type Column = string | readonly [heading: ReactNode, className: string | undefined];

interface DataTableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly dense?: boolean;
  readonly className?: string;
  readonly foot?: ReactNode;
  /** The rows. */
  readonly children: ReactNode;
}

/** A table that may be wider than the screen: it scrolls by itself, by keyboard too. One with the class `cards` has a card for each row on a phone. */
export const DataTable = ({ label, columns, dense = false, className, foot, children }: DataTableProps) => (
  <div className="table-frame" role="group" aria-label={label} tabIndex={0}>
    <Table
      // A function of its own for each rendering is called with each: rows that come later get their labels, too.
      ref={className === 'cards' ? (table) => labelCells(table) : undefined}
      highlightOnHover
      verticalSpacing={dense ? 6 : 9}
      aria-label={label}
      className={className}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map((column, place) => {
            const [heading, side] = typeof column === 'string' ? [column, undefined] : column;
            return (
              <Table.Th key={place} scope="col" className={side}>
                {heading}
              </Table.Th>
            );
          })}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
      {foot}
    </Table>
  </div>
);

/** Each cell of a card says what its column is. */
const labelCells = (table: HTMLTableElement | null) => {
  const headings = [...(table?.tHead?.rows[0]?.cells ?? [])].map(({ textContent }) => textContent);
  for (const row of table?.tBodies[0]?.rows ?? [])
    for (const cell of row.cells) cell.dataset['label'] = headings[cell.cellIndex] ?? '';
};

/** What a word or a note says by its colour, with the name that Mantine has for the colour (`styles/tokens.css`). */
const COLOURS = { plain: 'gray', good: 'green', attention: 'orange', danger: 'red', info: 'cyan' } as const;
export type Tone = keyof typeof COLOURS;

interface TonedProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
}

/** A word that is set apart. */
export const Badge = ({ tone = 'plain', children }: TonedProps) => (
  <MantineBadge color={COLOURS[tone]}>{children}</MantineBadge>
);

/** How many there are; `isHot` where they wait for a person. */
export const Count = ({
  isHot = false,
  children,
}: {
  readonly isHot?: boolean;
  readonly children: ReactNode;
}) => (
  <MantineBadge color={COLOURS[isHot ? 'attention' : 'plain']} px={7}>
    {children}
  </MantineBadge>
);

interface NoteProps extends TonedProps {
  /** `alert` where it must be spoken as soon as it comes. */
  readonly role?: 'alert' | 'note';
}

/** A sentence that is set apart; the first line says the most. */
export const Note = ({ tone = 'plain', role = 'note', children }: NoteProps) => (
  <Alert color={COLOURS[tone]} role={role}>
    <Stack gap={4}>{children}</Stack>
  </Alert>
);

/** A button that says what a command does, in as many lines as that takes. */
export const CommandButton = (props: ButtonProps & ComponentProps<'button'>) => (
  <Button
    {...props}
    fullWidth
    justify="space-between"
    h="auto"
    mih={36}
    py={7}
    styles={{ label: { whiteSpace: 'normal', textAlign: 'left', lineHeight: 1.35 } }}
  />
);
