import { CheckField } from '../../components/field.tsx';
import { singleKeys, useSingleKeys } from '../../lib/keys/single-keys.ts';

/** Whether keys act that are pressed without Ctrl or Cmd: they hinder whoever speaks to the browser. */
export function KeySetting() {
  return (
    <CheckField
      label="Keys without Ctrl or Cmd act, such as ? for the list of keys and g d for the dashboard"
      checked={useSingleKeys()}
      onChange={(event) => singleKeys.set(event.target.checked)}
    />
  );
}
