import { provenanceOperations } from '#shared/contract/operations/provenance.ts';
import { readCalibratedChips } from '#shared/services/provenance/first-reads.ts';
import { readProvenanceStats } from '#shared/services/provenance/recent.ts';
import { endpointWithEarlyRead } from '../../http/endpoint.ts';
import { presentVersion } from './present.ts';

export const getProvenanceStats = endpointWithEarlyRead(
  provenanceOperations.getProvenanceStats,
  readCalibratedChips,
  async ({ ctx }, chips) => {
    const { entities, activities, generated, recent, countedAll } = await readProvenanceStats(ctx, chips);
    const { projectId } = ctx;
    return {
      total_entities: entities,
      total_activities: activities,
      total_relations: generated,
      relation_counts: { wasGeneratedBy: generated },
      recent_entities: recent.map(({ chipId, version }) =>
        presentVersion(version, { projectId, chipId, validUntil: undefined, current: true }),
      ),
      counted_all: countedAll,
    };
  },
);
