import { importOperations } from '#shared/devices/contract/operations/imports.ts';
import { importChip as run } from '#shared/devices/verbs/import-chip.ts';
import { previewImport } from '#shared/devices/verbs/preview-import.ts';
import { endpoint } from '../http/endpoint.ts';
import { presentJudged } from './present-imports.ts';

export const importChip = endpoint(
  importOperations.importChip,
  async ({ ctx, body: { chip_id, cooldown_id, ...given } }) => {
    const {
      chipId: _chipId,
      judged,
      leftOut,
      ...summary
    } = await run(ctx, { ...given, chipId: chip_id, cooldownId: cooldown_id ?? undefined });
    return { chip_id, ...summary, left_out: leftOut, ...presentJudged(judged) };
  },
);

export const previewChipImport = endpoint(
  importOperations.previewChipImport,
  async ({ ctx, body: { chip_id, cooldown_id, ...given } }) => {
    const {
      chipId: _chipId,
      plan,
      metrics,
      judged,
      leftOut,
      ...counts
    } = await previewImport(ctx, { ...given, chipId: chip_id, cooldownId: cooldown_id ?? undefined });
    return {
      ...counts,
      ...presentJudged(judged),
      chip_id,
      left_out: leftOut,
      device_name: plan.deviceName,
      topology_id: plan.topology.topologyId,
      size: plan.topology.numQubits,
      metrics: metrics.map(({ definition, oldestAt, newestAt, ...rest }) => ({
        target_kind: definition.target,
        metric_key: definition.key,
        title: definition.title,
        unit: definition.storedUnit,
        oldest_at: oldestAt,
        newest_at: newestAt,
        ...rest,
      })),
    };
  },
);
