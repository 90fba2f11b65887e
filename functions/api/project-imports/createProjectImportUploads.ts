import { projectImportOperations } from '#shared/contract/operations/project-imports.ts';
import { askForUploads } from '#shared/services/archives/import/import-files.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withObjects } from '../../ports/objects.ts';
import { withUploads } from '../../ports/uploads.ts';
import { parseRef } from './present.ts';

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
