import { provenanceOperations } from '#shared/contract/operations/provenance.ts';
import { readOriginOfImpact } from '#shared/services/provenance/first-reads.ts';
import { readImpact } from '#shared/services/provenance/graphs.ts';
import { endpointWithEarlyRead } from '../../http/endpoint.ts';
import { presentGraph } from './present.ts';

export const getProvenanceImpact = endpointWithEarlyRead(
  provenanceOperations.getProvenanceImpact,
  (ctx, { params }) => readOriginOfImpact(ctx, params.entity_id),
  async ({ ctx, query: { max_depth: maxDepth } }, origin) =>
    presentGraph(ctx.projectId, await readImpact(ctx, origin, maxDepth), maxDepth),
);
