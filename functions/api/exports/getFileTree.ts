import { fileOperations } from '#shared/contract/operations/files.ts';
import { flowTree } from '#shared/services/flows/flow-files.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentNode } from '../files.ts';

export const getFileTree = endpoint(fileOperations.getFileTree, async ({ ctx }) =>
  (await flowTree(ctx)).map(presentNode),
);
