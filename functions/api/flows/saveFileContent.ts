import { fileOperations } from '#shared/contract/operations/files.ts';
import { saveFlowFile } from '#shared/services/flows/save-flow-file.ts';
import { endpoint } from '../../http/endpoint.ts';

export const saveFileContent = endpoint(fileOperations.saveFileContent, async ({ ctx, body }) => {
  const path = await saveFlowFile(ctx, body.path, body.content);
  return { message: path === body.path ? `'${path}' is unchanged` : `Saved as '${path}'`, path };
});
