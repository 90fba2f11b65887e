import { projectImportOperations } from '#shared/contract/operations/project-imports.ts';
import { abandonImport } from '#shared/services/archives/import/remove-import.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteProjectImport = endpoint(projectImportOperations.deleteProjectImport, async ({ ctx, params }) => {
  await abandonImport(ctx, params.project_id);
  return undefined;
});
