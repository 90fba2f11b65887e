import { SelectField } from '../../components/field.tsx';
import { setRamp, useRamp } from '../../lib/look/map-colours.ts';
import { setTheme, type Theme, themeNames, themes, useTheme } from '../../lib/look/theme.ts';
import { type RampName, rampNames } from '../../lib/map/ramps.ts';
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
