import { useEffect } from 'react';
import type { ApprovalItem } from '../../../../src/desk/contract';
import { keyOf } from './approval-table';

/** Keys: j and k choose, Enter goes on to the decision, a and r open its form, never for an unseen item. */
export function useKeys(
  items: readonly ApprovalItem[],
  chosen: ApprovalItem | undefined,
  choose: (item: ApprovalItem) => void,
  decide: (which: 'agree' | 'refuse') => void,
): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        document.querySelector('[role=dialog]') ||
        (event.target as HTMLElement).closest('input:not([type=checkbox]), textarea, select')
      )
        return;
      const here = chosen ? items.indexOf(chosen) : -1;
      const next = { j: items[Math.min(here + 1, items.length - 1)], k: items[Math.max(here - 1, 0)] }[
        event.key
      ];
      if (next) {
        choose(next);
        document.querySelector<HTMLElement>(`[data-approval="${CSS.escape(keyOf(next))}"]`)?.focus();
      }
      if (chosen?.allowed && event.key === 'a') decide('agree');
      if (chosen?.allowed && event.key === 'r') decide('refuse');
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [items, chosen, choose, decide]);
}
