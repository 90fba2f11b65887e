import { provenanceOperations } from '#shared/contract/operations/provenance.ts';
import { readImpact } from '#shared/services/provenance/graphs.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentGraph } from './present.ts';

export const getProvenanceImpact = endpoint(
  provenanceOperations.getProvenanceImpact,
  async ({ ctx, params, query: { max_depth: maxDepth } }) =>
    presentGraph(ctx.projectId, await readImpact(ctx, params.entity_id, maxDepth), maxDepth),
);
