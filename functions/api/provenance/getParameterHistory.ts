import { provenanceOperations } from '#shared/contract/operations/provenance.ts';
import { readCalibratedChips } from '#shared/services/provenance/first-reads.ts';
import { lastCalibrated, readParameterHistory } from '#shared/services/provenance/history.ts';
import { endpointWithEarlyRead } from '../../http/endpoint.ts';
import { presentVersion } from './present.ts';

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
