import { queryOptions } from '@tanstack/react-query';
import { api } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';

/** An image of the project, which never changes. */
export const imageQuery = (filename: string) =>
  queryOptions({
    queryKey: inProject('image', filename),
    queryFn: () => api.getImage({ params: { filename } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
