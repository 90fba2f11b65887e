import { textOf } from '../../../ui/lib/api/use-write.ts';
import type { Project } from '../../../ui/lib/api/wire.ts';
import styles from './project.module.css';
import { Choices, SettingsForm } from './settings-form.tsx';

type Scope = Project['lock_scope'];

const scopes: readonly [Scope, string, string][] = [
  ['project', 'One in the project', 'A run waits for every other run. For chips that share hardware.'],
  ['chip', 'One on each chip', 'A run waits only for a run on its own chip. For chips whose hardware is independent.'],
];

/** How many runs are active at once in a project. */
export function RunsCard({ project, isOwner }: { project: Project; isOwner: boolean }) {
  return (
    <SettingsForm
      {...{ project, isOwner }}
      title="Runs"
      label="Settings of runs"
      what="this setting"
      action="Save"
      settingsOf={(form) => ({ lock_scope: textOf(form, 'lock_scope') as Scope })}
    >
      {() => (
        <fieldset disabled={!isOwner}>
          <legend>Runs at a time</legend>
          <Choices name="lock_scope" choices={scopes} chosen={project.lock_scope} />
          <p className={styles.hint}>Can be changed while no run is active and none is queued.</p>
        </fieldset>
      )}
    </SettingsForm>
  );
}
