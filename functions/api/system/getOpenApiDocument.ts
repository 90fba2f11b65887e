import { systemOperations } from '#shared/contract/operations/system.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getOpenApiDocument = endpoint(systemOperations.getOpenApiDocument, async () => {
  // The document needs the schemas of every group; the function's other requests must not wait for them.
  const { openApiDocument } = await import('#shared/contract/openapi.ts');
  return openApiDocument();
});
