import { endpoint } from '#functions/http/endpoint.ts';
import { saveFileOperations } from '../contract/operations/save-file.ts';
import { saveFlowFile } from '../verbs/flow-files.ts';

export const saveFileContent = endpoint(saveFileOperations.saveFileContent, async ({ ctx, body }) => {
  const path = await saveFlowFile(ctx, body.path, body.content);
  return { message: path === body.path ? `'${path}' is unchanged` : `Saved as '${path}'`, path };
});
