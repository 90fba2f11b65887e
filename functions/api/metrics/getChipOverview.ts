import type { ProjectContext } from '#shared/context.ts';
import type { RequestOf } from '#shared/contract/define.ts';
import { differenceOperations } from '#shared/contract/operations/differences.ts';
import { type MeasuredChip, readMeasuredChip } from '#shared/services/metrics/measured-chip.ts';
import { chipOverview } from '#shared/services/overview/chip-overview.ts';
import { SharedAnswers } from '#shared/shared-answers.ts';
import { endpointWithEarlyRead } from '../../http/endpoint.ts';
import { presentOverview } from '../chip-overview.ts';

interface Question {
  ctx: ProjectContext;
  query: RequestOf<typeof differenceOperations.getChipOverview>['query'];
  begun: MeasuredChip;
}

/** Nothing tells whether all that an overview is made of is unchanged, so that only those are shared that are asked for at once. */
const overviews = new SharedAnswers(async ({ ctx, query, begun }: Question) => {
  const { since, limit, as_of: asOf } = query;
  return presentOverview(await chipOverview(ctx, begun, { since, asOf, notes: limit }), { since, limit });
});

export const getChipOverview = endpointWithEarlyRead(
  differenceOperations.getChipOverview,
  (ctx, { params }) => readMeasuredChip(ctx, params.chip_id),
  ({ ctx, params, query }, begun) =>
    overviews.ask(JSON.stringify([ctx.projectId, ctx.freshnessHours, params.chip_id, query]), { ctx, query, begun }),
);
