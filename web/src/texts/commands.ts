import { counted } from '../format/words';

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
  fresh:
    'For this amount you log in once more. Your login is for this command alone, which is sent when you come back.',
  deviceFailed:
    'Your device has not signed: it was called off, or knows no key for this desk. Nothing was sent.',
  logInAndSend: 'Log in and send',
  afterLogin: (summary: string) => `${summary}: not done`,
} as const;
