import { useState } from 'react';
import { SelectField, TextField } from '../../ui/components/field.tsx';
import { cronWords } from '../lib/cron-words.ts';
import { cronOf, hourSteps, type Preset, presetOf } from '../lib/preset.ts';

type Kind = Preset['kind'] | 'once';

const labels: Record<Kind, string> = {
  daily: 'Every day',
  weekdays: 'Monday to Friday',
  hours: 'Every few hours',
  once: 'Once',
  cron: 'Advanced (cron)',
};

/** When a schedule starts its flow: by an expression, or at one time of its zone. */
export type When = { cron: string } | { time: string };

/** One of the usual choices with its time, or an expression; which is always the same for the service. */
export function WhenFields(props: {
  when: When;
  /** An existing schedule keeps its type: repeated, or for one time. */
  isFixed: boolean;
  problem: string | undefined;
  onChange: (when: When) => void;
}) {
  const { when, onChange } = props;
  const [preset, setPreset] = useState<Preset>(() =>
    presetOf('cron' in when && when.cron !== '' ? when.cron : '30 6 * * *'),
  );
  const kind: Kind = 'time' in when ? 'once' : preset.kind;
  const kinds = (Object.keys(labels) as Kind[]).filter(
    (one) => !props.isFixed || (one === 'once') === (kind === 'once'),
  );
  const change = (next: Preset) => {
    setPreset(next);
    onChange({ cron: cronOf(next) });
  };
  const choose = (next: Kind) => {
    if (next === 'once') onChange({ time: '' });
    else if (next === 'cron') change({ kind: 'cron', cron: cronOf(preset) });
    else if (next === 'hours') change({ kind: 'hours', step: 4 });
    else change({ kind: next, time: 'time' in preset ? preset.time : '06:30' });
  };
  return (
    <>
      <SelectField label="Repeat" value={kind} onChange={({ target }) => choose(target.value as Kind)}>
        {kinds.map((one) => (
          <option key={one} value={one}>
            {labels[one]}
          </option>
        ))}
      </SelectField>
      {'time' in when ? (
        <TextField
          label="Time"
          type="datetime-local"
          required
          value={when.time}
          onChange={({ target }) => onChange({ time: target.value })}
        />
      ) : (
        <PresetField preset={preset} problem={props.problem} onChange={change} />
      )}
    </>
  );
}

function PresetField(props: { preset: Preset; problem: string | undefined; onChange: (preset: Preset) => void }) {
  const { preset, onChange } = props;
  if (preset.kind === 'hours')
    return (
      <SelectField
        label="Every"
        value={preset.step}
        onChange={({ target }) => onChange({ kind: 'hours', step: Number(target.value) })}
      >
        {hourSteps.map((step) => (
          <option key={step} value={step}>
            {step === 1 ? 'hour' : `${step} hours, from midnight`}
          </option>
        ))}
      </SelectField>
    );
  if (preset.kind === 'cron')
    return (
      <TextField
        label="Cron expression"
        hint={cronWords(preset.cron.trim()) ?? 'Minute, hour, day of the month, month, day of the week'}
        problem={props.problem}
        required
        autoComplete="off"
        spellCheck={false}
        value={preset.cron}
        onChange={({ target }) => onChange({ kind: 'cron', cron: target.value })}
      />
    );
  return (
    <TextField
      label="At"
      type="time"
      required
      value={preset.time}
      onChange={({ target }) => onChange({ ...preset, time: target.value })}
    />
  );
}
