import { useQuery } from '@tanstack/react-query';
import { chipRunsQuery } from '../../../runs/lib/queries.ts';
import { SelectField, TextField } from '../../../ui/components/field.tsx';
import { cooldownsQuery } from '../../../ui/lib/api/queries.ts';
import { useCalendarZone, useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import { formatDate } from '../../../ui/lib/format/time.ts';
import type { Side, SideKind } from '../../lib/differences/sides.ts';
import styles from './differences.module.css';

/** What one side is: a kind, and which one of it. */
export function SideField(props: {
  label: 'Before' | 'After';
  chipId: string;
  side: Side | undefined;
  onChange: (side: Side | undefined) => void;
}) {
  const { label, chipId, side, onChange } = props;
  const [shownZone, calendarZone] = [useTimeZone(), useCalendarZone()];
  const timeZone = side?.kind === 'day' ? calendarZone : shownZone;
  const today = formatDate(new Date().toISOString(), timeZone);
  const options = useOptions(chipId);
  const choose = (kind: SideKind | '') => {
    const first = { at: today, day: today, run: options.run[0]?.id, cooldown: options.cooldown[0]?.id };
    const value = kind === '' ? undefined : first[kind];
    onChange(kind === '' || value === undefined ? undefined : { kind, value });
  };
  return (
    <fieldset className={styles.side}>
      <legend className="visually-hidden">{label}</legend>
      <SelectField
        label={label}
        value={side?.kind ?? ''}
        onChange={(event) => choose(event.target.value as SideKind | '')}
      >
        {/* Only what is after can be now. */}
        {(label === 'After' || !side) && <option value="">{label === 'After' ? 'Now' : 'Choose…'}</option>}
        <option value="at">Measured by</option>
        <option value="day">Known on</option>
        <option value="run" disabled={options.run.length === 0}>
          A run
        </option>
        <option value="cooldown" disabled={options.cooldown.length === 0}>
          A cool-down
        </option>
      </SelectField>
      {side && (side.kind === 'at' || side.kind === 'day') && (
        <TextField
          label={`Date (${timeZone})`}
          type="date"
          key={side.kind}
          defaultValue={side.value.slice(0, 10)}
          max={today}
          onInput={(event) => {
            const { value } = event.currentTarget;
            if (value >= '1980-01-01') onChange({ kind: side.kind, value });
          }}
        />
      )}
      {side && (side.kind === 'run' || side.kind === 'cooldown') && (
        <SelectField
          label={side.kind === 'run' ? 'Run' : 'Cool-down'}
          value={side.value}
          onChange={(event) => onChange({ kind: side.kind, value: event.target.value })}
        >
          {withChosen(options[side.kind], side.value).map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </SelectField>
      )}
    </fieldset>
  );
}

interface Option {
  id: string;
  text: string;
}

/** A choice in the URL is offered even if it is not listed, so that the field shows the current one. */
const withChosen = (options: readonly Option[], id: string): readonly Option[] =>
  options.some((one) => one.id === id) ? options : [{ id, text: id }, ...options];

/** The runs and the cool-downs of a chip, the newest first. */
function useOptions(chipId: string): { run: Option[]; cooldown: Option[] } {
  const runs = useQuery(chipRunsQuery(chipId));
  const cooldowns = useQuery(cooldownsQuery(0, 100));
  return {
    run: (runs.data?.executions ?? []).map((run) => ({
      id: run.execution_id,
      text: `${run.execution_id}, ${run.flow_name}, ${run.status}`,
    })),
    cooldown: (cooldowns.data?.cooldowns ?? [])
      .filter((cooldown) => cooldown.chip_ids.includes(chipId))
      .map(({ cooldown_id: id }) => ({ id, text: id })),
  };
}
