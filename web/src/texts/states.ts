/** Loading, refused, broken. */
export const states = {
  loading: (what: string) => `Loading ${what}`,
  refused: 'This was refused',
  broken: 'This could not be loaded',
  unreachable: 'The desk did not answer. Check the network, then try again.',
  unexpected: 'Something on this page went wrong. Load the page again; if it stays so, tell the operators.',
  unreadable: 'The desk answered with something that this page cannot read. Load the page again.',
  tryAgain: 'Try again',
  notFound: 'There is no such page',
  notFoundAbout: 'The address may be old, or a letter of it lost. The queue has every open case.',
  toQueue: 'To the queue',
  reload: 'Load the page again',
  sessionEndedTitle: 'Logged out',
  sessionEnded: 'Your session has ended: log in again. What you typed on this page is lost then.',
  logIn: 'Log in again',
} as const;
