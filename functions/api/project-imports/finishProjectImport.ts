import { projectImportOperations } from '#shared/contract/operations/project-imports.ts';
import { finishImport } from '#shared/services/archives/import/finish-import.ts';
import { endpoint } from '../../http/endpoint.ts';
import { parseRef, presentImport } from './present.ts';

export const finishProjectImport = endpoint(
  projectImportOperations.finishProjectImport,
  async ({ ctx, params, body }) => presentImport(await finishImport(ctx, parseRef(params, body))),
);
