import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Card } from '../../components/page.tsx';
import { api } from '../../lib/api/api.ts';
import { projectKey, projectsQuery } from '../../lib/api/queries.ts';
import { textOf } from '../../lib/api/use-write.ts';
import type { Project } from '../../lib/api/wire.ts';
import styles from './project.module.css';

type Scope = Project['lock_scope'];

const scopes: readonly [Scope, string, string][] = [
  ['project', 'One in the project', 'A run waits for every other run. For chips that share hardware.'],
  ['chip', 'One on each chip', 'A run waits only for a run on its own chip. For chips whose hardware is independent.'],
];

/** How many runs are active at once in a project. */
export function RunsCard({ project, isOwner }: { project: Project; isOwner: boolean }) {
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState(false);
  const save = useMutation({
    mutationFn: (lock_scope: Scope) =>
      api.updateProject({ params: { project_id: project.project_id }, body: { lock_scope } }),
    onMutate: () => setSaved(false),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: projectsQuery().queryKey });
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      setSaved(true);
    },
  });
  return (
    <Card
      title="Runs"
      note={isOwner ? undefined : `Only the owner, ${project.owner_username}, may change this setting.`}
    >
      <form
        className={styles.settings}
        aria-label="Settings of runs"
        onChange={() => setSaved(false)}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(textOf(new FormData(event.currentTarget), 'lock_scope') as Scope);
        }}
      >
        <fieldset disabled={!isOwner}>
          <legend>Runs at a time</legend>
          {scopes.map(([scope, title, words]) => (
            <label key={scope} className={styles.choice}>
              <input type="radio" name="lock_scope" value={scope} defaultChecked={project.lock_scope === scope} />
              <span>
                <strong>{title}</strong> {words}
              </span>
            </label>
          ))}
          <p className={styles.hint}>Can be changed while no run is active and none is queued.</p>
        </fieldset>
        {isOwner && (
          <Button type="submit" disabled={save.isPending}>
            Save
          </Button>
        )}
        <span role="status">{saved && 'Saved.'}</span>
        <ErrorNotice error={save.error} />
      </form>
    </Card>
  );
}
