import { fileOperations } from '#shared/contract/operations/files.ts';
import { readFlowFile } from '#shared/services/flows/flow-files.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentContent } from '../files.ts';

export const getFileContent = endpoint(fileOperations.getFileContent, async ({ ctx, query }) =>
  presentContent(await readFlowFile(ctx, query.path)),
);
