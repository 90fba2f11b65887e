import { archiveFormat } from '#shared/archives/contract/archive-format.ts';
import { projectImportOperations } from '#shared/archives/contract/operations/project-imports.ts';
import { beginImport } from '#shared/archives/verbs/import/begin-import.ts';
import { finishImport } from '#shared/archives/verbs/import/finish-import.ts';
import { askForUploads } from '#shared/archives/verbs/import/import-files.ts';
import { readImport } from '#shared/archives/verbs/import/import-state.ts';
import { abandonImport } from '#shared/archives/verbs/import/remove-import.ts';
import { takeLines } from '#shared/archives/verbs/import/take-lines.ts';
import { invalid } from '#shared/kernel/errors.ts';
import { endpoint } from '../http/endpoint.ts';
import { withObjects, withUploads } from '../ports.ts';
import { parseRef, presentImport } from './present-project-import.ts';

export const appendProjectImportLines = endpoint(
  projectImportOperations.appendProjectImportLines,
  async ({ ctx, params, body }) =>
    presentImport(await takeLines(withObjects(ctx), { ...parseRef(params, body), from: body.from, lines: body.lines })),
);

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

export const createProjectImportUploads = endpoint(
  projectImportOperations.createProjectImportUploads,
  async ({ ctx, params, body }) => {
    const files = body.files.map(({ path, size_bytes: sizeBytes, sha256 }) => ({ path, sizeBytes, sha256 }));
    const uploads = await askForUploads(withUploads(withObjects(ctx)), { ...parseRef(params, body), files });
    return {
      uploads: uploads.map(({ expiresAt: expires_at, ...upload }) => ({
        ...upload,
        method: 'PUT' as const,
        expires_at,
      })),
    };
  },
);

export const deleteProjectImport = endpoint(projectImportOperations.deleteProjectImport, async ({ ctx, params }) => {
  await abandonImport(ctx, params.project_id);
  return undefined;
});

export const finishProjectImport = endpoint(
  projectImportOperations.finishProjectImport,
  async ({ ctx, params, body }) => presentImport(await finishImport(ctx, parseRef(params, body))),
);

export const getProjectImport = endpoint(projectImportOperations.getProjectImport, async ({ ctx, params }) =>
  presentImport(await readImport(ctx.db, params.project_id)),
);
