import { counted } from '../format/words';

/** Sentences of the shell and of states that every page knows. */
export const common = {
  brand: "Officers' desk",
  skip: 'Skip to the page',
  navigation: 'Pages',
  openNavigation: 'Open the list of pages',
  closeNavigation: 'Close the list of pages',
  pages: {
    queue: 'Queue',
    approvals: 'Approvals',
    payouts: 'Payouts and batches',
    repayments: 'Repayments',
    reconciliation: 'Reconciliation',
    health: 'Budget and health',
    newLoan: 'New loan',
    audit: 'Audit',
  },
  search: 'Search and commands',
  searchHint: 'Reference, customer, name, last digits, or a command',
  searchNothing: 'Nothing fits. Try a reference, a name, or the last four digits of an account.',
  scheme: { light: 'Use light colours', dark: 'Use dark colours' },
  logOut: 'Log out',
  keys: 'Keys: j and k move, Enter opens, Ctrl-K searches',
  loggedInAs: (person: string, roles: readonly string[]) => `${person}, ${roles.join(', ')}`,
  stale: (age: string) =>
    `The lists are ${age} old: the server has not read newer ones. Receipts and open cases are current.`,
  offline:
    'The desk does not answer. What you see may be old; nothing you do now is sent before it answers again.',
  waiting: 'waiting',
  topBar: 'Search and person',
  freshness: 'Age of the lists',
  neverRead: 'The lists have not been read since the desk was started; they may be empty or incomplete.',
  demonstration: 'Demonstration',
  branch: (branch: string) => `Branch ${branch}`,
  sessionUntil: 'Logged in until',
  openWebUi: 'Open in the Web UI of Temporal',
} as const;

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

/** Dropping and uploading files. */
export const files = {
  choose: (several: boolean) => (several ? 'Choose files' : 'Choose a file'),
  uploading: (name: string) => `Uploading ${name}`,
  uploaded: (name: string) => `${name} is stored`,
  refused: (name: string) => `${name} was not taken`,
  tooLarge: (megabytes: number) => `It is larger than ${megabytes} MB.`,
  justStored: 'Just stored',
  otherDigest: 'What was stored is not what this machine has sent: upload it again.',
  drop: (several: boolean) => (several ? 'Drop documents here' : 'Drop a document here'),
  dropHint: 'PDF, JPEG or PNG, up to 10 MB each',
  uploads: 'Uploads',
  digest: 'SHA-256',
  preview: 'Preview',
  closePreview: 'Close the preview',
} as const;

/** Commands: forms, receipts, refusals. */
export const commands = {
  heading: 'What you may do now',
  none: 'There is nothing that you may do to this case now.',
  notForYou: (count: number) =>
    counted(count, 'command that you may not give now', 'commands that you may not give now'),
  send: 'Send',
  close: 'Close',
  cancel: 'Cancel',
  sending: 'Waiting for the receipt',
  accepted: (stage: string) => `Accepted. The case stands in ${stage}.`,
  receipt: 'Receipt',
  receipts: 'Receipts',
  acceptedBefore: 'This same request had been accepted before; nothing was changed this time.',
  proposed: 'Accepted as a proposal: it takes effect once a second person has confirmed this digest.',
  unknownOutcome:
    'No answer came, so it is unknown whether this took effect. Send it again: the same request takes effect once at most.',
  refused: 'The case refused it',
  note: 'Note for the timeline',
  noteAbout: 'Optional. Never personal data.',
  optional: 'optional',
  choose: 'Choose',
  yes: 'Yes',
  digestShown: 'You act on this digest',
  fresh: 'A fresh login is needed before an approval of this amount.',
  logInFreshly: 'Log in again, then approve',
} as const;
