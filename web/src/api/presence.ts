/** Whether the person has used pointer or keys since the last marked request. */
let hasActed = false;

/** Notes a person's event. Browsers also send `pointermove` when a page changes under a resting pointer. */
const note = (event: Event): void => {
  const rests =
    event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY;
  if (event.isTrusted && !rests) hasActed = true;
};
for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  window.addEventListener(type, note, { capture: true, passive: true });

/** Marks the first request after a person's action: only marked requests prolong the session. */
export function presenceHeaders(): Record<string, string> {
  if (!hasActed) return {};
  hasActed = false;
  return { 'x-by-person': 'yes' };
}
