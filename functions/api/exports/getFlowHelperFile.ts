import { fileOperations } from '#shared/contract/operations/files.ts';
import { readHelper } from '#shared/services/flows/flow-files.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getFlowHelperFile = endpoint(fileOperations.getFlowHelperFile, ({ ctx, params }) =>
  readHelper(ctx, params.filename),
);
