import { isProblem, sentenceOf } from '../api/problem';
import { withLagosTimes } from '../format/time';
import { Note } from '../parts/frames';

/** Why something was not sent or not taken, in a sentence; where no answer came, that it may have been taken. Nothing while the page leaves for a login. */
export function Refusal({ error }: { readonly error: unknown }) {
  if (!error || (isProblem(error) && error.is('fresh-login') && error.login !== undefined)) return null;
  const isUnanswered = isProblem(error) && error.isUnanswered;
  const isUnsent = isProblem(error) && error.isUnsent;
  return (
    <Note tone={isUnanswered ? 'attention' : 'danger'} role="alert">
      {!isUnsent && (
        <strong>
          {isUnanswered
            ? 'No answer came, so it is unknown whether this took effect. Send it again: the same request takes effect once at most.'
            : 'The case refused it'}
        </strong>
      )}
      <span className="break">{withLagosTimes(sentenceOf(error))}</span>
      {isProblem(error) &&
        error.mistakes.map(({ field, message }) => (
          <span key={`${field} ${message}`} className="small break">
            {message}
          </span>
        ))}
    </Note>
  );
}

/** That the person logs in once more, and that the command is sent after that. */
export const FreshLogin = () => (
  <Note tone="info">
    For this amount you log in once more. Your login is for this command alone, which is sent when you come
    back.
  </Note>
);
