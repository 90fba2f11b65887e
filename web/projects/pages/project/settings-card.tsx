import { TextField } from '../../../ui/components/field.tsx';
import { textOf } from '../../../ui/lib/api/use-write.ts';
import type { Project } from '../../../ui/lib/api/wire.ts';
import { LimitFields, limitsOf } from './limit-fields.tsx';
import styles from './project.module.css';
import { Choices, SettingsForm } from './settings-form.tsx';

type Gate = Project['value_gate'];
type Kind = keyof Project['freshness_hours'];

const gates: readonly [Gate, string, string][] = [
  ['off', 'Off', 'Every value counts as it arrives.'],
  [
    'warn',
    'Warn',
    'Every value counts; an implausible or impossible one has a remark with the reason. A fidelity no better than chance is faulty.',
  ],
  [
    'hold',
    'Hold',
    'An implausible value is held with its reason until an editor accepts it or the next measurement agrees. An impossible one, or a fidelity no better than chance, marks its metric as faulty.',
  ],
];

const kinds: readonly [Kind, string, number][] = [
  ['coherence', 'Coherence times', 48],
  ['gate', 'Gates', 24],
  ['readout', 'Readout', 24],
  ['frequency', 'Frequencies and amplitudes', 168],
  ['setting', 'Settings and durations', 168],
  ['other', 'Others', 24],
];

/** What a project does with the values that it gets: its write gate, and how long values count as fresh. */
export function SettingsCard({ project, isOwner }: { project: Project; isOwner: boolean }) {
  return (
    <SettingsForm
      {...{ project, isOwner }}
      title="Values"
      label="Settings of values"
      what="these settings"
      action="Save settings"
      settingsOf={(form) => settingsOf(form, project)}
    >
      {(onChange) => (
        <>
          <fieldset disabled={!isOwner}>
            <legend>Implausible values</legend>
            <Choices name="value_gate" choices={gates} chosen={project.value_gate} />
            <p className={styles.hint}>
              A change is for runs and imports that begin later. What a person sets by hand is never held; with Hold, a
              number that its metric cannot have is refused.
            </p>
          </fieldset>
          <LimitFields limits={project.value_limits} isOwner={isOwner} onChange={onChange} />
          <fieldset disabled={!isOwner}>
            <legend>Hours for which a value counts as fresh</legend>
            <div className={styles.hours}>
              {kinds.map(([kind, title, usual]) => (
                <TextField
                  key={kind}
                  label={title}
                  name={kind}
                  type="number"
                  step="any"
                  min="0.25"
                  max="87600"
                  optional
                  placeholder={String(usual)}
                  defaultValue={project.freshness_hours[kind] ?? ''}
                />
              ))}
            </div>
            <p className={styles.hint}>Empty: the default shown.</p>
          </fieldset>
        </>
      )}
    </SettingsForm>
  );
}

/** An empty field gives a kind what the catalogue says. */
function settingsOf(form: FormData, project: Project) {
  const hours = (kind: Kind) => (textOf(form, kind) === '' ? null : Number(textOf(form, kind)));
  return {
    value_gate: (textOf(form, 'value_gate') || 'off') as Gate,
    value_limits: limitsOf(form, project.value_limits),
    freshness_hours: {
      coherence: hours('coherence'),
      gate: hours('gate'),
      readout: hours('readout'),
      frequency: hours('frequency'),
      setting: hours('setting'),
      other: hours('other'),
    },
  };
}
