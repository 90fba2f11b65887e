import { systemOperations } from '#shared/contract/operations/system.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getOpenApiDocument = endpoint(systemOperations.getOpenApiDocument, async () => {
  // The document is made of every group's schemas; whoever asks this function for anything else does not wait for them.
  const { openApiDocument } = await import('#shared/contract/openapi.ts');
  return openApiDocument();
});
