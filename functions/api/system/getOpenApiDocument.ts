import { openApiDocument } from '#shared/contract/openapi.ts';
import { systemOperations } from '#shared/contract/operations/system.ts';
import { endpoint } from '../../http/endpoint.ts';

/** getOpenApiDocument: the interface description. */
export const getOpenApiDocument = endpoint(systemOperations.getOpenApiDocument, async () => openApiDocument());
