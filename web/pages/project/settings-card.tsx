import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Card } from '../../components/page.tsx';
import { api } from '../../lib/api/api.ts';
import { projectKey, projectsQuery } from '../../lib/api/queries.ts';
import { textOf } from '../../lib/api/use-write.ts';
import type { Project } from '../../lib/api/wire.ts';
import { LimitFields, limitsOf } from './limit-fields.tsx';
import styles from './project.module.css';

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
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState(false);
  const save = useMutation({
    mutationFn: (form: FormData) =>
      api.updateProject({ params: { project_id: project.project_id }, body: settingsOf(form, project) }),
    onMutate: () => setSaved(false),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: projectsQuery().queryKey });
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      setSaved(true);
    },
  });
  return (
    <Card
      title="Values"
      note={isOwner ? undefined : `Only the owner, ${project.owner_username}, may change these settings.`}
    >
      <form
        className={styles.settings}
        aria-label="Settings of values"
        onChange={() => setSaved(false)}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(new FormData(event.currentTarget));
        }}
      >
        <fieldset disabled={!isOwner}>
          <legend>Implausible values</legend>
          {gates.map(([gate, title, words]) => (
            <label key={gate} className={styles.choice}>
              <input type="radio" name="value_gate" value={gate} defaultChecked={project.value_gate === gate} />
              <span>
                <strong>{title}</strong> {words}
              </span>
            </label>
          ))}
          <p className={styles.hint}>
            A change is for runs and imports that begin later. What a person sets by hand is never held; with Hold, a
            number that its metric cannot have is refused.
          </p>
        </fieldset>
        <LimitFields limits={project.value_limits} isOwner={isOwner} onChange={() => setSaved(false)} />
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
        {isOwner && (
          <Button type="submit" disabled={save.isPending}>
            Save settings
          </Button>
        )}
        <span role="status">{saved && 'Saved.'}</span>
        <ErrorNotice error={save.error} />
      </form>
    </Card>
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
