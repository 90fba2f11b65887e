import type { RequestOf } from '#shared/api/define.ts';
import type { ProjectContext, ProjectReads } from '#shared/kernel/context.ts';
import { KeptAnswers, type KeptState } from '#shared/kernel/kept-answers.ts';
import { SharedAnswers } from '#shared/kernel/shared-answers.ts';
import { differenceOperations } from '#shared/statistics/contract/operations/differences.ts';
import { readDifferences } from '#shared/statistics/verbs/differences/read-differences.ts';
import { sideNamed } from '#shared/statistics/verbs/differences/sides.ts';
import { chipOverview } from '#shared/statistics/verbs/overview/chip-overview.ts';
import { type MeasuredChip, readMeasuredChip } from '#shared/values/verbs/measured-chip.ts';
import { endpoint, endpointWithEarlyRead } from '../http/endpoint.ts';
import { wholePage } from '../http/page.ts';
import { Reply } from '../http/response.ts';
import { revisionOf } from '../revisions.ts';
import { presentDifference, presentShift, presentSide, presentTotals } from './present-differences.ts';
import { presentOverview } from './present-overview.ts';

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

type Asked = Pick<RequestOf<typeof differenceOperations.getChipOverview>, 'params' | 'query'>;
type Overview = ReturnType<typeof presentOverview>;

/** What the request alone tells: the answer that is kept, or the first read for another one. */
interface Begun {
  /** Undefined if no revision tells whether a kept answer is still valid. */
  state: KeptState | undefined;
  kept: KeptOverview | undefined;
  chip: MeasuredChip | undefined;
}

/** An overview, and the project's freshness that it was judged by, which the request does not tell. */
interface KeptOverview {
  freshness: string;
  overview: Overview;
  /** When it changes by the clock alone. */
  until: string | undefined;
}

interface Question {
  ctx: ProjectContext;
  asked: Asked;
  state: KeptState | undefined;
  chip: MeasuredChip;
}

/** An overview has some ten to some hundred kilobytes. */
const kept = new KeptAnswers<KeptOverview>(64);

const overviews = new SharedAnswers(async ({ ctx, asked, state, chip }: Question) => {
  const { since, limit, as_of: asOf } = asked.query;
  const found = await chipOverview(ctx, chip, { since, asOf, notes: limit });
  const answer = {
    freshness: freshnessOf(ctx),
    overview: presentOverview(found, { since, limit }),
    until: found.until,
  };
  if (state) kept.keep(questionOf(ctx, asked), state, answer);
  return answer;
});

const replyOf = ({ overview, until }: KeptOverview) =>
  new Reply(overview, { until, untagged: overview.complete_until !== overview.as_of });

const questionOf = ({ db, projectId }: Pick<ProjectReads, 'db' | 'projectId'>, { params, query }: Asked): string =>
  JSON.stringify([db.tableName, projectId, params.chip_id, query]);

const freshnessOf = ({ freshnessHours }: ProjectContext): string => JSON.stringify(freshnessHours ?? null);

async function begin(ctx: ProjectReads, asked: Asked): Promise<Begun> {
  const revision = revisionOf(ctx.projectId);
  // Before the first read: any later write makes the answer outdated.
  const state = revision === undefined ? undefined : { revision, nowMs: ctx.clock().getTime() };
  const found = state && kept.find(questionOf(ctx, asked), state);
  return { state, kept: found, chip: found ? undefined : await readMeasuredChip(ctx, asked.params.chip_id) };
}

export const getChipOverview = endpointWithEarlyRead(
  differenceOperations.getChipOverview,
  begin,
  async ({ ctx, params, query }, begun) => {
    if (begun.kept?.freshness === freshnessOf(ctx)) return replyOf(begun.kept);
    const asked = { params, query };
    const chip = begun.chip ?? (await readMeasuredChip(ctx, params.chip_id));
    const question = `${freshnessOf(ctx)} ${questionOf(ctx, asked)}`;
    return replyOf(await overviews.ask(question, { ctx, asked, state: begun.state, chip }));
  },
);
