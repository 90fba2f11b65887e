import { provenanceOperations } from '#shared/results/contract/operations/provenance.ts';
import { readCalibratedChips, readOrigin, readOriginOfImpact } from '#shared/results/verbs/provenance/first-reads.ts';
import { readImpact, readLineage } from '#shared/results/verbs/provenance/graphs.ts';
import { lastCalibrated, readParameterHistory } from '#shared/results/verbs/provenance/history.ts';
import { endpointWithEarlyRead } from '../http/endpoint.ts';
import { presentGraph, presentVersion } from './present-provenance.ts';

export const getParameterHistory = endpointWithEarlyRead(
  provenanceOperations.getParameterHistory,
  async (ctx, { query }) => (query.chip_id === undefined ? readCalibratedChips(ctx) : []),
  async ({ ctx, query }, chips) => {
    const { parameter_name: metric, qid, chip_id: named, limit } = query;
    const chipId = named ?? lastCalibrated(ctx, chips);
    const { versions, ...found } = await readParameterHistory(ctx, { chipId, metric, qid }, limit);
    const { projectId } = ctx;
    return {
      parameter_name: metric,
      qid: found.qid,
      chip_id: chipId,
      versions: versions.map(({ version, followedAt, current }) =>
        presentVersion(version, { projectId, chipId, validUntil: followedAt, current }),
      ),
      total_versions: found.total,
      counted_all: found.countedAll,
    };
  },
);

export const getProvenanceImpact = endpointWithEarlyRead(
  provenanceOperations.getProvenanceImpact,
  (ctx, { params }) => readOriginOfImpact(ctx, params.entity_id),
  async ({ ctx, query: { max_depth: maxDepth } }, origin) =>
    presentGraph(ctx.projectId, await readImpact(ctx, origin, maxDepth), maxDepth),
);

export const getProvenanceLineage = endpointWithEarlyRead(
  provenanceOperations.getProvenanceLineage,
  (ctx, { params }) => readOrigin(ctx, params.entity_id),
  async ({ ctx, query: { max_depth: maxDepth } }, origin) =>
    presentGraph(ctx.projectId, await readLineage(ctx, origin, maxDepth), maxDepth),
);
