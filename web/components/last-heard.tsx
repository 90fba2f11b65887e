import { errorText } from '../lib/api.ts';
import { Notice } from './notice.tsx';

/** Says of what is read again and again that it could not be the last time; nothing without an error. */
export function LastHeard({ error }: { error: unknown }) {
  if (!error) return null;
  const reason = errorText(error);
  return (
    <Notice tone="warn">
      <span>
        {reason.endsWith('.') ? reason : `${reason}.`} What is shown is the last that was heard; it is asked for again.
      </span>
    </Notice>
  );
}
