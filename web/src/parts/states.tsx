import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { isProblem, sentenceOf } from '../api/problem';
import { texts } from '../texts';
import { Icon, type IconName } from './icons';

interface StateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

const State = ({ icon, title, children }: StateProps) => (
  <div className="state">
    <Icon name={icon} size={40} />
    <h2>{title}</h2>
    {children}
  </div>
);

/** Nothing to show, and why that is so. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
  <State icon="empty" title={title}>
    {typeof children === 'string' ? <p className="soft">{children}</p> : children}
  </State>
);

/** What stands in for a part that is on its way. */
export const Loading = ({ what, lines = 6 }: { readonly what: string; readonly lines?: number }) => (
  <div className="skeleton" aria-live="polite" aria-busy="true">
    <span className="unseen">{texts.states.loading(what)}</span>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} aria-hidden="true" />
    ))}
  </div>
);

/** A part that could not be fetched: refused (the sentence of the server), or broken on the way. */
export function Failed({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const isRefused = isProblem(error) && error.status !== undefined && error.status < 500;
  return (
    <div role="alert">
      <State
        icon={isRefused ? 'warning' : 'broken'}
        title={isRefused ? texts.states.refused : texts.states.broken}
      >
        <p className="soft break">{sentenceOf(error)}</p>
        {retry && (
          <Button variant="default" onClick={retry}>
            {texts.states.tryAgain}
          </Button>
        )}
      </State>
    </div>
  );
}
