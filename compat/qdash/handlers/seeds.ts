import { endpoint } from '#functions/http/endpoint.ts';
import { indexedPageOf } from '#functions/http/page.ts';
import { qidOfLabel, seedsOfFiles, seedsOfMap } from '#shared/devices/rules/import/seeds.ts';
import { workOnDocument } from '#shared/flows/verbs/documents/work-on-document.ts';
import { invalid } from '#shared/kernel/errors.ts';
import { seedsOperations } from '../contract/operations/seeds.ts';
import { importSeeds, seedParameters } from '../verbs/import-seeds.ts';
import { listManualEdits } from '../verbs/manual-edits.ts';

export const getAvailableSeedParameters = endpoint(seedsOperations.getAvailableSeedParameters, ({ ctx, params }) =>
  seedParameters(ctx, params.chip_id),
);

export const getManualEdits = endpoint(seedsOperations.getManualEdits, async ({ ctx, params, query }) => {
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

export const importSeedParameters = endpoint(seedsOperations.importSeedParameters, async ({ ctx, body }) => {
  const { chip_id, source, parameters, qids, chip } = body;
  const read =
    source === 'manual'
      ? seedsOfMap(body.manual_data ?? {})
      : await workOnDocument('seedsOfFiles', seedsOfFiles, body.files ?? [], chip ?? undefined);
  if ('problems' in read)
    throw invalid(
      `Invalid request: ${read.problems[0]?.path}: ${read.problems[0]?.message}`,
      read.problems.map(({ path, message }) => ({ path: `body.${path}`, message })),
    );
  const wanted = qids && new Set(qids.map((qid) => qidOfLabel(qid) ?? qid));
  const seeds = read.seeds.filter(
    ({ parameter, qid }) => (!parameters || parameters.includes(parameter)) && (!wanted || wanted.has(qid)),
  );
  const { results, activityId } = await importSeeds(ctx, chip_id, seeds);
  const count = (status: string): number => results.filter((result) => result.status === status).length;
  return {
    ...{ chip_id, source, imported_count: count('imported'), skipped_count: count('skipped') + read.passedOver },
    error_count: count('error'),
    left_out: read.leftOut,
    results: results.map(({ parameter, unit, message, ...result }) => ({
      ...{ ...result, parameter_name: parameter, unit: unit ?? '', message: message ?? null },
    })),
    provenance_activity_id: activityId ?? null,
  };
});
