/** Lagos is an hour ahead of UTC all year. */
const instants = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
});

/** An instant (ISO 8601) in Lagos time, with its zone: "22 Nov 2026, 14:05 WAT". */
export const lagosText = (at: string): string => {
  const atMs = Date.parse(at);
  return Number.isNaN(atMs) ? at : `${instants.format(atMs)} WAT`;
};
