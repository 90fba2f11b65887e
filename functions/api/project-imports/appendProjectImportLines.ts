import { projectImportOperations } from '#shared/contract/operations/project-imports.ts';
import { takeLines } from '#shared/services/archives/import/take-lines.ts';
import { endpoint } from '../../http/endpoint.ts';
import { withObjects } from '../../ports/objects.ts';
import { parseRef, presentImport } from './present.ts';

export const appendProjectImportLines = endpoint(
  projectImportOperations.appendProjectImportLines,
  async ({ ctx, params, body }) =>
    presentImport(await takeLines(withObjects(ctx), { ...parseRef(params, body), from: body.from, lines: body.lines })),
);
