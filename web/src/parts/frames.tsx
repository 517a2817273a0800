import type { ReactNode } from 'react';

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

/** A page: its title, what it is for, and its parts. */
export const Page = ({ title, about, aside, children }: PageProps) => (
  <>
    <title>{`${title} · Officers' desk`}</title>
    <div className="page-head">
      <div className="stack tight">
        <h1>{title}</h1>
        {about !== undefined && <p className="soft">{about}</p>}
      </div>
      {aside !== undefined && <div className="row no-print">{aside}</div>}
    </div>
    {children}
  </>
);

/** A table that may be wider than the screen: it scrolls by itself, by keyboard too. */
export const TableFrame = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="table-frame" role="group" aria-label={label} tabIndex={0}>
    {children}
  </div>
);

export type Tone = 'plain' | 'good' | 'attention' | 'danger' | 'info';

/** A word that is set apart. */
export const Badge = ({
  tone = 'plain',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) => <span className={`badge ${tone}`}>{children}</span>;

/** A sentence that is set apart; the first line says the most. */
export const Note = ({
  tone = 'plain',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) => <div className={`note ${tone}`}>{children}</div>;
