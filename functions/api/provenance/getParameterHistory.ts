import { provenanceOperations } from '#shared/contract/operations/provenance.ts';
import { readParameterHistory } from '#shared/services/provenance/history.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentVersion } from './present.ts';

export const getParameterHistory = endpoint(provenanceOperations.getParameterHistory, async ({ ctx, query }) => {
  const { parameter_name: metric, qid, chip_id: named, limit } = query;
  const { chipId, versions, ...found } = await readParameterHistory(ctx, { chipId: named, metric, qid }, limit);
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
});
