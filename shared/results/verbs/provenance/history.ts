import type { ChipRecord } from '../../../chips/store/chips.ts';
import { findTarget, readChip } from '../../../chips/verbs/read-chip.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { monthOf, taskKeys } from '../../../kernel/store/keys.ts';
import { listSeries } from '../../../values/store/series.ts';
import { rangesOfTarget, readNear } from '../../../values/store/version-reads.ts';
import { isCounted, type Version } from '../../rules/provenance/types.ts';
import { listMonthsInFiles, monthNames } from '../../store/archived-months.ts';
import { markArchived } from './archived.ts';
import { versionsIn } from './known-provenance.ts';

/** The versions of one parameter, newest first. */
export interface ParameterHistory {
  chipId: string;
  qid: string;
  versions: { version: Version; followedAt: string | undefined; current: boolean }[];
  /** How many there are, among those counted. */
  total: number;
  countedAll: boolean;
}

/** Most values of a range that are looked at, and counted. */
const rangeLimit = 200;

/** After every instant. */
const endOfTime = '9999-12-31T23:59:59.999Z';

/**
 * The versions of a parameter of a qubit or coupling, those that were excluded among them, in two sequential
 * reads; in three if a month of them is archived. @throws ServiceError `not-found` for the chip or the target.
 */
export async function readParameterHistory(
  ctx: ProjectContext,
  of: { chipId: string; metric: string; qid: string },
  limit: number,
): Promise<ParameterHistory> {
  const { chipId } = of;
  const [{ target }, series, archived] = await Promise.all([
    findTarget(ctx, chipId, { id: of.qid }),
    listSeries(ctx.db, ctx.projectId, chipId, of.metric),
    listMonthsInFiles(ctx.db, { projectId: ctx.projectId, chipId }),
  ]);
  if (!target) {
    await readChip(ctx, chipId);
    throw notFound(`Qubit or coupling '${of.qid}' not found in chip '${chipId}'`);
  }
  const months = monthNames(archived);
  const ranges = rangesOfTarget({ projectId: ctx.projectId, chipId }, { kind: target.kind, id: target.id }, series);
  const near = await Promise.all(
    ranges.map((range) => readNear(ctx.db, range, endOfTime, { ascending: false, limit: rangeLimit })),
  );
  // Beyond the first range that was cut off, versions would be missing between those that were read.
  const cut =
    near
      .map(({ endsAt = '' }) => endsAt)
      .sort()
      .at(-1) ?? '';
  const versions = near
    .flatMap(versionsIn)
    .filter(({ metric, at }) => metric === of.metric && at >= cut)
    .sort((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1));
  return {
    ...{ chipId, qid: target.id },
    versions: (await withArchived(ctx, { chipId, months }, versions.slice(0, limit))).map((version, n) => ({
      version,
      current: ownEntry(target.data, of.metric)?.calibratedAt === version.at && isCounted(version),
      followedAt: versions.slice(0, n).findLast((one) => one.at > version.at && isCounted(one))?.at,
    })),
    total: versions.length,
    countedAll: near.every(({ endsAt }) => endsAt === undefined),
  };
}

/** Looks for the results of months with files alone. */
async function withArchived(
  { db, projectId }: ProjectContext,
  { chipId, months }: { chipId: string; months: readonly string[] },
  versions: readonly Version[],
): Promise<Version[]> {
  const ids = versions.flatMap(({ taskId, at }) =>
    taskId !== undefined && months.includes(monthOf(at)) ? [taskId] : [],
  );
  const items = await batchGetItems(
    db,
    ids.map((taskId) => taskKeys.result(projectId, taskId)),
    false,
  );
  return markArchived(versions, { chipId, months, lacking: new Set(ids.filter((_, n) => items[n] === undefined)) });
}

const orderOf = ({ at, recordedAt, entityId }: Version): string => `${at} ${recordedAt} ${entityId}`;

/** The chip that is meant where none is named. @throws ServiceError `not-found` where the project has no measured chip. */
export function lastCalibrated({ projectId }: ProjectContext, [last]: readonly ChipRecord[]): string {
  if (!last) throw notFound(`No chip of project '${projectId}' has a value: name one by 'chip_id'`);
  return last.chipId;
}
