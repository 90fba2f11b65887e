import { calibrationOperations } from '#shared/contract/operations/calibrations.ts';
import { qidOfLabel, seedsOfFiles, seedsOfMap } from '#shared/domain/import/seeds.ts';
import { invalid } from '#shared/errors.ts';
import { workOnDocument } from '#shared/services/documents/work-on-document.ts';
import { importSeeds } from '#shared/services/parameters/import-seeds.ts';
import { endpoint } from '../../http/endpoint.ts';

export const importSeedParameters = endpoint(calibrationOperations.importSeedParameters, async ({ ctx, body }) => {
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
