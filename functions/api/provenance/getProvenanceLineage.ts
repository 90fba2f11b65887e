import { provenanceOperations } from '#shared/contract/operations/provenance.ts';
import { readOrigin } from '#shared/services/provenance/first-reads.ts';
import { readLineage } from '#shared/services/provenance/graphs.ts';
import { endpointWithEarlyRead } from '../../http/endpoint.ts';
import { presentGraph } from './present.ts';

export const getProvenanceLineage = endpointWithEarlyRead(
  provenanceOperations.getProvenanceLineage,
  (ctx, { params }) => readOrigin(ctx, params.entity_id),
  async ({ ctx, query: { max_depth: maxDepth } }, origin) =>
    presentGraph(ctx.projectId, await readLineage(ctx, origin, maxDepth), maxDepth),
);
