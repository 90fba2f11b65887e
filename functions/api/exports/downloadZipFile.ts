import { fileOperations } from '#shared/contract/operations/files.ts';
import { zipFlowFiles } from '#shared/services/flows/flow-files.ts';
import { endpoint } from '../../http/endpoint.ts';

export const downloadZipFile = endpoint(fileOperations.downloadZipFile, async ({ ctx, query }) => {
  const { name, bytes } = await zipFlowFiles(ctx, query.path);
  return { bytes, contentType: 'application/zip', fileName: name };
});
