import type { Topology } from '../../../chips/rules/topology/types.ts';
import { type ChipRecord, chipEntity, topologyEntity } from '../../../chips/store/chips.ts';
import type { ProjectReads } from '../../../kernel/context.ts';
import { queryAll } from '../../../kernel/store/dynamodb/database.ts';
import { chipKeys, projectKeys } from '../../../kernel/store/keys.ts';
import { listSeries, type SeriesRecord } from '../../../values/store/series.ts';
import { chipOfEntity, type FoundEntity, readEntity } from './read-entity.ts';

/** What a request names by itself, so that it is read concurrently with the check of its caller (rule API-28). */

/** A version, with the marks of what its chip measured. */
export interface Origin {
  found: FoundEntity;
  series: SeriesRecord[];
  /** The imported topologies of the project, where couplings are looked for. */
  topologies?: readonly Topology[];
}

/** Where a lineage begins. @throws ServiceError `not-found`. */
export async function readOrigin(ctx: ProjectReads, entityId: string): Promise<Origin> {
  const chipId = chipOfEntity(ctx, entityId);
  const [found, series] = await Promise.all([readEntity(ctx, entityId), listSeries(ctx.db, ctx.projectId, chipId)]);
  return { found, series };
}

/**
 * Where an impact begins, which goes to the couplings of a qubit. Whose topology the chip has is not known yet, so that those
 * of the project's imports are read as well, which are few. @throws ServiceError `not-found`.
 */
export async function readOriginOfImpact(ctx: ProjectReads, entityId: string): Promise<Origin> {
  const imported = { ...projectKeys.topologies(ctx.projectId), consistent: false };
  const [origin, items] = await Promise.all([readOrigin(ctx, entityId), queryAll(ctx.db, imported)]);
  return { ...origin, topologies: items.map((item) => topologyEntity.decode(item).topology) };
}

/** The project's chips that have values, those calibrated last first. May lag behind a write by a moment. */
export async function readCalibratedChips(ctx: ProjectReads): Promise<ChipRecord[]> {
  const items = await queryAll(ctx.db, { ...chipKeys.chips(ctx.projectId), consistent: false });
  return items
    .map((item) => chipEntity.decode(item))
    .filter(({ deletingAt, lastCalibratedAt }) => !deletingAt && lastCalibratedAt !== undefined)
    .sort((a, b) => ((a.lastCalibratedAt ?? '') < (b.lastCalibratedAt ?? '') ? 1 : -1));
}
