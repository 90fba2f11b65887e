import { errorText } from '../lib/api/api.ts';
import { Notice } from './notice.tsx';

/** Says that the last of the repeated reads failed; hidden without an error. */
export function ConnectionNotice({ error }: { error: unknown }) {
  if (!error) return null;
  const reason = errorText(error);
  return (
    <Notice tone="warn">
      <span>{reason.endsWith('.') ? reason : `${reason}.`} Showing the last data; trying again.</span>
    </Notice>
  );
}
