import { calibrationOperations } from '#shared/contract/operations/calibrations.ts';
import { listManualEdits } from '#shared/services/parameters/manual-edits.ts';
import { endpoint } from '../../http/endpoint.ts';
import { indexedPageOf } from '../page.ts';

export const getManualEdits = endpoint(calibrationOperations.getManualEdits, async ({ ctx, params, query }) => {
  const filter = { target: { kind: query.kind, id: params.qid }, chipId: query.chip_id, cooldownId: query.cooldown_id };
  const page = await listManualEdits(ctx, filter, query);
  const edits = page.records.map((sample) => ({
    parameter_name: sample.metric,
    chip_id: sample.chipId,
    value: sample.value ?? 0,
    error: sample.error ?? 0,
    unit: sample.unit,
    edited_at: sample.recordedAt,
    calibrated_at: sample.at,
    edited_by: sample.recordedBy,
    reason: sample.reason ?? '',
    execution_id: sample.executionId ?? '',
  }));
  return { qid: params.qid, edits, ...indexedPageOf(page) };
});
