import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../../ui/components/field.tsx';
import { settingsQuery } from '../../../ui/lib/api/queries.ts';
import {
  setZoneChoice,
  useZoneChoice,
  type ZoneChoice,
  zoneChoices,
  zoneOf,
} from '../../../values/lib/look/zone-choice.ts';
import styles from './form.module.css';

const titles: Record<ZoneChoice, string> = { service: "The service's", own: 'Yours', utc: 'Universal time' };

/** In which zone this browser shows and takes every time. */
export function ZoneSetting() {
  const choice = useZoneChoice();
  const settings = useQuery(settingsQuery());
  const serviceZone = settings.data?.timezone;
  if (serviceZone === undefined) return null;
  return (
    <div className={styles.form}>
      <SelectField
        label="Time zone"
        hint={`Recorded days are those of ${serviceZone} in any case`}
        value={choice}
        onChange={(event) => setZoneChoice(event.target.value as ZoneChoice)}
      >
        {zoneChoices.map((one) => (
          <option key={one} value={one}>
            {titles[one]}: {zoneOf(one, serviceZone)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
