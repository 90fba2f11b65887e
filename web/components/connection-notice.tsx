import { errorText } from '../lib/api/api.ts';
import { Notice } from './notice.tsx';

/** Says that what is read repeatedly could not be read the last time; nothing without an error. */
export function ConnectionNotice({ error }: { error: unknown }) {
  if (!error) return null;
  const reason = errorText(error);
  return (
    <Notice tone="warn">
      <span>{reason.endsWith('.') ? reason : `${reason}.`} Showing the last data; trying again.</span>
    </Notice>
  );
}
