import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { activeProjects } from '../../../projects/lib/active-projects.ts';
import { SelectField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { meQuery, projectsQuery } from '../../../ui/lib/api/queries.ts';
import type { User } from '../../../ui/lib/api/wire.ts';
import styles from './form.module.css';

/** In which project the person begins, and scripts that name none. */
export function DefaultProject({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const projects = useQuery(projectsQuery());
  const choose = useMutation({
    mutationFn: (default_project_id: string) => api.updateCurrentUserProfile({ body: { default_project_id } }),
    onSuccess: (response) => queryClient.setQueryData(meQuery().queryKey, response),
  });
  const open = activeProjects(projects.data ?? []);
  if (open.length === 0) return null;
  const isThere = open.some((project) => project.project_id === user.default_project_id);
  return (
    <div className={styles.form}>
      <SelectField
        label="Default project"
        hint="Where you begin, and scripts that name no project"
        value={isThere ? (user.default_project_id ?? '') : ''}
        disabled={choose.isPending}
        onChange={(event) => choose.mutate(event.target.value)}
      >
        {!isThere && <option value="">None</option>}
        {open.map((project) => (
          <option key={project.project_id} value={project.project_id}>
            {project.name}
          </option>
        ))}
      </SelectField>
      <ErrorNotice error={choose.error} />
    </div>
  );
}
