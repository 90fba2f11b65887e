import { provenanceOperations } from '#shared/contract/operations/provenance.ts';
import { readEntity } from '#shared/services/provenance/read-entity.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentVersion } from './present.ts';

export const getProvenanceEntity = endpoint(provenanceOperations.getProvenanceEntity, async ({ ctx, params }) => {
  const { chipId, version } = await readEntity(ctx, params.entity_id);
  return presentVersion(version, { projectId: ctx.projectId, chipId, validUntil: undefined, current: null });
});
