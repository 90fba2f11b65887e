import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../ui/lib/api/api.ts';

/** All reports of imports into a project, the newest first. A project keeps 50 (rule ARCHIVE-15). */
export const importsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'imports'],
    queryFn: () =>
      api.listProjectImports({ params: { project_id: projectId }, query: { limit: 50 } }).then((page) => page.imports),
  });
