import { fileOperations } from '#shared/contract/operations/files.ts';
import { listHelpers } from '#shared/services/flows/flow-files.ts';
import { endpoint } from '../../http/endpoint.ts';

export const listFlowHelperFiles = endpoint(fileOperations.listFlowHelperFiles, ({ ctx }) => listHelpers(ctx));
