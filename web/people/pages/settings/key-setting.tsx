import { CheckField } from '../../../ui/components/field.tsx';
import { singleKeys, useSingleKeys } from '../../../ui/lib/keys/single-keys.ts';

/** Turns keys without Ctrl or Cmd on or off: they hinder users of speech input. */
export function KeySetting() {
  return (
    <CheckField
      label="Keys without Ctrl or Cmd act, such as ? for the list of keys and g d for the dashboard"
      checked={useSingleKeys()}
      onChange={(event) => singleKeys.set(event.target.checked)}
    />
  );
}
