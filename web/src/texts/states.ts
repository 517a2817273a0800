import { counted } from '../format/words';

/** Loading, refused, broken. */
export const states = {
  loading: (what: string) => `Loading ${what}`,
  refused: 'This was refused',
  broken: 'This could not be loaded',
  unreachable: 'The desk did not answer. Check the network, then try again.',
  offline: 'This computer is offline: nothing was sent. Send it again once the network is back.',
  calledOff: 'You stopped waiting for the answer.',
  unexpected: 'Something on this page went wrong. Load the page again; if it stays so, tell the operators.',
  unreadable: 'The desk answered with something that this page cannot read. Load the page again.',
  unreadableCases: (count: number) =>
    `${counted(count, 'case')} cannot be shown: tell the operators. The others are complete.`,
  unreadableCase: (kind: string, reference: string, why: string) => `${kind} ${reference}: ${why}`,
  tryAgain: 'Try again',
  notFound: 'There is no such page',
  notFoundAbout: 'The address may be old, or a letter of it lost. The queue has every open case.',
  toQueue: 'To the queue',
  reload: 'Load the page again',
  sessionEndedTitle: 'Logged out',
  sessionEnded: 'Your session has ended: log in again. What you typed on this page is lost then.',
  logIn: 'Log in again',
} as const;
