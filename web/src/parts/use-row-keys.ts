import { useEffect, type RefObject } from 'react';

/** Whether letters are text here, or belong to an open dialog. */
const isTaken = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null) ||
  document.querySelector('[role=dialog]') !== null;

/** The acts of keys on the focused row, by the reference of its case. */
type RowActs = Readonly<Record<string, (reference: string) => void>>;

const NO_ACTS: RowActs = {};

/**
 * Moves between the rows of a list by j and k, with the focus on a row's link, so that Enter opens it; x
 * marks it. The links have the reference as `data-row-link`.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, acts = NO_ACTS): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
      if (event.key === 'j') move(list.current, 1);
      if (event.key === 'k') move(list.current, -1);
      if (event.key === 'x') mark();
      const reference = referenceOfRow(list.current);
      // A held key must not act repeatedly.
      if (event.repeat || reference === undefined || !Object.hasOwn(acts, event.key)) return;
      event.preventDefault();
      acts[event.key]?.(reference);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [list, acts]);
}

function move(list: HTMLElement | null, by: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const row = document.activeElement?.closest('tr, li');
  const here = links.findIndex((link) => row?.contains(link));
  const next = here < 0 ? (by > 0 ? 0 : links.length - 1) : here + by;
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}

function referenceOfRow(list: HTMLElement | null): string | undefined {
  const link = document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-row-link]');
  return link && list?.contains(link) ? link.dataset['rowLink'] : undefined;
}

const mark = (): void =>
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
