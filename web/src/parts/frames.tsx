import { Alert, Badge as MantineBadge, Stack, Table, Button, type ButtonProps } from '@mantine/core';
import { useEffect, useRef, type ReactNode, type ComponentProps } from 'react';

interface CardProps {
  readonly title: string;
  readonly aside?: ReactNode;
  /** Whether the content reaches to the edges, as tables do. */
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

/** A page with title, purpose and parts. After another page, its title gets the focus, for screen readers. */
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

/** Whether this is the first page since loading, which leaves the focus where the browser put it. */
let isFirst = true;

/** Time within which a closing palette returns the focus, in milliseconds. */
const AFTER_PALETTE_MS = 30;

function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const wasFirst = isFirst;
    isFirst = false;
    if (wasFirst) return undefined;
    const timer = setTimeout(() => {
      // A person, or a command's form that opened with the page, may have the focus by now.
      if (!document.activeElement?.closest('form, #page *')) heading.current?.focus();
    }, AFTER_PALETTE_MS);
    return () => clearTimeout(timer);
  }, []);
  return heading;
}

/** A column's heading, alone or with its class: `amount` for figures, `less` if narrow screens hide it. */
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

/** A table that scrolls by itself, also by keyboard. With the class `cards`, a phone shows a card per row. */
export const DataTable = ({ label, columns, dense = false, className, foot, children }: DataTableProps) => (
  <div className="table-frame" role="group" aria-label={label} tabIndex={0}>
    <Table
      // A new function for each rendering is called each time, so that later rows get their labels, too.
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

/** Labels each cell of a card with its column. */
const labelCells = (table: HTMLTableElement | null) => {
  const headings = [...(table?.tHead?.rows[0]?.cells ?? [])].map(({ textContent }) => textContent);
  for (const row of table?.tBodies[0]?.rows ?? [])
    for (const cell of row.cells) cell.dataset['label'] = headings[cell.cellIndex] ?? '';
};

/** The tones of words and notes, with Mantine's names of their colours (`styles/tokens.css`). */
const COLOURS = { plain: 'gray', good: 'green', attention: 'orange', danger: 'red', info: 'cyan' } as const;
export type Tone = keyof typeof COLOURS;

interface TonedProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
}

/** As many lines as the words need in a narrow column. */
const WRAPPING = {
  ...{ h: 'auto', mih: 24, miw: 'min-content' },
  styles: { label: { whiteSpace: 'normal', overflow: 'visible' } },
} as const;

/** A highlighted word; `wraps` if several may stand below each other. */
export const Badge = ({ tone = 'plain', wraps, children }: TonedProps & { readonly wraps?: boolean }) => (
  <MantineBadge color={COLOURS[tone]} {...(wraps && WRAPPING)}>
    {children}
  </MantineBadge>
);

/** A number of items; `isHot` if they wait for a person. */
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
  /** `alert` if screen readers must announce it at once. */
  readonly role?: 'alert' | 'note';
}

/** A highlighted note; its first line says the most. */
export const Note = ({ tone = 'plain', role = 'note', children }: NoteProps) => (
  <Alert color={COLOURS[tone]} role={role}>
    <Stack gap={4}>{children}</Stack>
  </Alert>
);

/** A button with a command's summary, on as many lines as it needs. */
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
