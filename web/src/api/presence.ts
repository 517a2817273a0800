/** Whether a person has touched pointer or keys since the last request that said so. */
let hasActed = false;

/** A browser also makes such events itself, without a movement, when a page changes under a pointer that rests. */
const note = (event: Event): void => {
  const rests =
    event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY;
  if (event.isTrusted && !rests) hasActed = true;
};
for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
  window.addEventListener(type, note, { capture: true, passive: true });

/** Marks the first request after a person has done something: only those prolong the session. */
export function presenceHeaders(): Record<string, string> {
  if (!hasActed) return {};
  hasActed = false;
  return { 'x-by-person': 'yes' };
}
