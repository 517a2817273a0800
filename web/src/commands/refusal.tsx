import { Button } from '@mantine/core';
import { goToLogin } from '../api/session';
import { isProblem, sentenceOf } from '../api/problem';
import { withLagosTimes } from '../format/time';
import { Note } from '../parts/frames';
import { texts } from '../texts';

/** Why something was not taken, in a sentence; where no answer came, that it may have been. */
export function Refusal({ error }: { readonly error: unknown }) {
  if (!error) return null;
  const isUnanswered = isProblem(error) && error.isUnanswered;
  return (
    <div role="alert">
      <Note tone={isUnanswered ? 'attention' : 'danger'}>
        <strong>{isUnanswered ? texts.commands.unknownOutcome : texts.commands.refused}</strong>
        <span className="break">{withLagosTimes(sentenceOf(error))}</span>
        {isProblem(error) &&
          error.mistakes.map(({ field, message }) => (
            <span key={`${field} ${message}`} className="small break">
              {message}
            </span>
          ))}
      </Note>
    </div>
  );
}

/** That a login of a few minutes ago is needed, and the way to it. */
export const FreshLogin = () => (
  <Note tone="info">
    <strong>{texts.commands.fresh}</strong>
    <div>
      <Button size="xs" onClick={() => goToLogin(undefined, true)}>
        {texts.commands.logInFreshly}
      </Button>
    </div>
  </Note>
);
