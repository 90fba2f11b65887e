import { differenceOperations } from '#shared/contract/operations/differences.ts';
import { readDifferences } from '#shared/services/differences/read-differences.ts';
import { sideNamed } from '#shared/services/differences/sides.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentDifference, presentShift, presentSide, presentTotals } from '../differences.ts';
import { wholePage } from '../page.ts';

export const getChipDifferences = endpoint(differenceOperations.getChipDifferences, async ({ ctx, params, query }) => {
  const before = sideNamed('before', {
    as_of: query.as_of_before,
    execution_id: query.execution_id_before,
    cooldown_id: query.cooldown_id_before,
    date: query.date_before,
  });
  const after = sideNamed('after', {
    as_of: query.as_of_after,
    execution_id: query.execution_id_after,
    cooldown_id: query.cooldown_id_after,
    date: query.date_after,
  });
  const { metrics, targets, presence, only_metric: metric } = query;
  const found = await readDifferences(ctx, params.chip_id, { before, after, metrics, targets });
  const listed = found.differences.filter(
    (one) => one.presence === presence && (metric === undefined || one.metric === metric),
  );
  const { records, page } = wholePage(listed, query);
  return {
    chip_id: found.chip.chipId,
    before: presentSide(found.before),
    after: presentSide(found.after),
    totals: presentTotals(found.totals),
    shifts: found.shifts.map(presentShift),
    differences: records.map(presentDifference),
    ...page,
  };
});
