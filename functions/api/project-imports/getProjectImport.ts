import { projectImportOperations } from '#shared/contract/operations/project-imports.ts';
import { readImport } from '#shared/services/archives/import/import-state.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentImport } from './present.ts';

export const getProjectImport = endpoint(projectImportOperations.getProjectImport, async ({ ctx, params }) =>
  presentImport(await readImport(ctx.db, params.project_id)),
);
