import { type RampName, rampNames } from '../../../chips/lib/map/ramps.ts';
import { SelectField } from '../../../ui/components/field.tsx';
import { setRamp, useRamp } from '../../../values/lib/look/map-colours.ts';
import { setTheme, type Theme, themeNames, themes, useTheme } from '../../../values/lib/look/theme.ts';
import styles from './form.module.css';

const titles: Record<RampName, string> = { tide: 'Tide', cividis: 'Cividis', viridis: 'Viridis' };

/** How pages and maps are coloured in this browser. */
export function Appearance() {
  return (
    <div className={styles.form}>
      <SelectField label="Theme" value={useTheme()} onChange={(event) => setTheme(event.target.value as Theme)}>
        {themes.map((theme) => (
          <option key={theme} value={theme}>
            {themeNames[theme]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Colours of maps"
        value={useRamp()}
        onChange={(event) => setRamp(event.target.value as RampName)}
      >
        {rampNames.map((name) => (
          <option key={name} value={name}>
            {titles[name]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
