import { encodePart, type Key, project } from './parts.ts';

/** Keys of exports, the younger after the older, and of the parts that their files were uploaded in. */
export const exportKeys = {
  export: (projectId: string, exportId: string): Key => ({
    pk: project(projectId),
    sk: `EXPORT#${encodePart(exportId)}`,
  }),
  all: (projectId: string) => ({ pk: project(projectId), prefix: 'EXPORT#' }),
  part: (projectId: string, exportId: string, part: number): Key => ({
    pk: project(projectId),
    sk: `EXPORTPART#${encodePart(exportId)}#${String(part).padStart(5, '0')}`,
  }),
  parts: (projectId: string, exportId: string) => ({
    pk: project(projectId),
    prefix: `EXPORTPART#${encodePart(exportId)}#`,
  }),
};
