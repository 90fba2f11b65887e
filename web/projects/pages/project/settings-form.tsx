import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { projectKey, projectsQuery } from '../../../ui/lib/api/queries.ts';
import type { Project } from '../../../ui/lib/api/wire.ts';
import styles from './project.module.css';

type Settings = Parameters<typeof api.updateProject>[0]['body'];

/** A card with settings of a project that its owner saves. */
export function SettingsForm(props: {
  project: Project;
  isOwner: boolean;
  title: string;
  /** Name of the form. */
  label: string;
  /** What the owner alone may change, such as `this setting`. */
  what: string;
  action: string;
  settingsOf: (form: FormData) => Settings;
  /** @param onChange to be called for a change that fires no event of the form. */
  children: (onChange: () => void) => ReactNode;
}) {
  const { project, isOwner, settingsOf } = props;
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState(false);
  const onChange = () => setSaved(false);
  const save = useMutation({
    mutationFn: (form: FormData) =>
      api.updateProject({ params: { project_id: project.project_id }, body: settingsOf(form) }),
    onMutate: onChange,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: projectsQuery().queryKey });
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      setSaved(true);
    },
  });
  return (
    <Card
      title={props.title}
      note={isOwner ? undefined : `Only the owner, ${project.owner_username}, may change ${props.what}.`}
    >
      <form
        className={styles.settings}
        aria-label={props.label}
        onChange={onChange}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(new FormData(event.currentTarget));
        }}
      >
        {props.children(onChange)}
        {isOwner && (
          <Button type="submit" disabled={save.isPending}>
            {props.action}
          </Button>
        )}
        <span role="status">{saved && 'Saved.'}</span>
        <ErrorNotice error={save.error} />
      </form>
    </Card>
  );
}

/** One of several settings, each with what it does. */
export const Choices = <Value extends string>(props: {
  name: string;
  choices: readonly (readonly [value: Value, title: string, words: string])[];
  chosen: Value;
}) =>
  props.choices.map(([value, title, words]) => (
    <label key={value} className={styles.choice}>
      <input type="radio" name={props.name} value={value} defaultChecked={props.chosen === value} />
      <span>
        <strong>{title}</strong> {words}
      </span>
    </label>
  ));
