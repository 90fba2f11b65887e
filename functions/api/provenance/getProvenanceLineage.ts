import { provenanceOperations } from '#shared/contract/operations/provenance.ts';
import { readLineage } from '#shared/services/provenance/graphs.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentGraph } from './present.ts';

export const getProvenanceLineage = endpoint(
  provenanceOperations.getProvenanceLineage,
  async ({ ctx, params, query: { max_depth: maxDepth } }) =>
    presentGraph(ctx.projectId, await readLineage(ctx, params.entity_id, maxDepth), maxDepth),
);
