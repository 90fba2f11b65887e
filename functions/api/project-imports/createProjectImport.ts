import { archiveFormat } from '#shared/contract/archive-format.ts';
import { projectImportOperations } from '#shared/contract/operations/project-imports.ts';
import { invalid } from '#shared/errors.ts';
import { beginImport } from '#shared/services/archives/import/begin-import.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentImport } from './present.ts';

export const createProjectImport = endpoint(
  projectImportOperations.createProjectImport,
  async ({ ctx, params, body: { format, base, delta, ...archive } }) => {
    if (format < 1 || format > archiveFormat)
      throw invalid(`The archive has format ${format}; this service knows up to ${archiveFormat}`);
    return presentImport(
      await beginImport(ctx, {
        ...archive,
        projectId: params.project_id,
        name: archive.name,
        isBase: base,
        isDelta: delta,
      }),
    );
  },
);
