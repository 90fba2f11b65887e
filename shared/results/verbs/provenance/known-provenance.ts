import { type TargetRecord, targetEntity } from '../../../chips/store/chips.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import type { Item } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { chipKeys, taskKeys } from '../../../kernel/store/keys.ts';
import { findTask } from '../../../runs/rules/task-catalogue.ts';
import { sampleEntity } from '../../../values/store/samples.ts';
import type { SeriesRecord } from '../../../values/store/series.ts';
import { taskSamplesEntity } from '../../../values/store/task-samples.ts';
import { type NearItems, rangesOfTarget, readNear, type TargetRange } from '../../../values/store/version-reads.ts';
import {
  indexVersions,
  inputsUsed,
  type KnownProvenance,
  type ProvenanceGraph,
  parameterKey,
} from '../../rules/provenance/graph.ts';
import { type KnownVersions, placesOf } from '../../rules/provenance/inputs.ts';
import type { Activity, Target, Version } from '../../rules/provenance/types.ts';
import { listMonthsInFiles, monthNames } from '../../store/archived-months.ts';
import { taskResultEntity } from '../../store/task-results.ts';
import { activityOfArchived, markArchived } from './archived.ts';
import { activityIdOf, activityOfResult, activityOfSample, versionOfSample, versionsOfSamples } from './versions.ts';

/** What was read of the values around a version. */
export interface Surroundings extends KnownProvenance {
  /** The qubits and couplings that were looked at, with their current values. */
  targets: TargetRecord[];
  /** Whether a graph of these has everything: nothing was cut off that could have been in it. */
  isWhole(graph: ProvenanceGraph, maxDepth: number): boolean;
  /** The months of archived results, of which it is not known what they started from: what they used is not in a graph. */
  archivedMonths(graph: ProvenanceGraph): string[];
}

/** The version where a graph begins. */
interface Origin {
  chipId: string;
  origin: Version;
  originActivity: Activity | undefined;
}

/** Most values of a range, and most results, that are read around a version (rule PROV-4). */
export const surroundings = { perRange: 8, results: 100 };

/**
 * Reads the values of some targets around an instant, before it or after it, and the results that they came from: in two
 * sequential reads, however long the history is.
 */
export async function readSurroundings(
  ctx: ProjectContext,
  { chipId, origin, originActivity }: Origin,
  targets: readonly Target[],
  series: readonly SeriesRecord[],
  direction: 'before' | 'after',
): Promise<Surroundings> {
  const { db, projectId } = ctx;
  const ranges = targets.flatMap((target) => rangesOfTarget({ projectId, chipId }, target, series)).filter(isMeasured);
  const page = { ascending: direction === 'after', limit: surroundings.perRange };
  const [near, items] = await Promise.all([
    Promise.all(ranges.map((range) => readNear(db, range, origin.at, page))),
    batchGetItems(
      db,
      targets.map((target) => chipKeys.target(projectId, chipId, target)),
      false,
    ),
  ]);
  const found = near.flatMap(versionsIn);
  const { versions, activities } = await readActivities(ctx, { chipId, origin, originActivity }, found);
  const known = knownVersions(versions, near, direction);
  return {
    versions,
    known,
    activityOf: (version) =>
      version.taskId === undefined ? activityOfSample(version) : activities.get(activityIdOf(version)),
    targets: items.flatMap((item) => (item ? [targetEntity.decode(item)] : [])),
    isWhole: (graph, maxDepth) =>
      direction === 'before'
        ? isWholeBefore(graph, maxDepth, known, activities)
        : // Versions newer than the known ones may have used anything.
          near.every(({ endsAt }) => endsAt === undefined) && versions.every(hasInputs(activities)),
    archivedMonths: (graph) =>
      monthsOf(
        direction === 'before' ? graph.nodes.flatMap((node) => (node.kind === 'entity' ? node.version : [])) : versions,
      ),
  };
}

/** A task of the catalogue measures qubits or couplings, not both: the ranges of the others are not asked. */
const isMeasured = ({ task, target }: TargetRange): boolean =>
  task === undefined || (findTask(task)?.type ?? target.kind) === target.kind;

/** The versions that were read of a range. */
export const versionsIn = ({ items }: Pick<NearItems, 'items'>): Version[] => versionsInItems(items);

/** The versions in items, each one or those of a task result; without faulty marks. */
export const versionsInItems = (items: readonly Item[]): Version[] =>
  items.flatMap((item) => {
    if (item.entity === taskSamplesEntity.name) return versionsOfSamples(taskSamplesEntity.decode(item));
    const version = versionOfSample(sampleEntity.decode(item));
    return version ? [version] : [];
  });

/** The version itself is there, though an index may lag or its samples may be gone with their chip. */
const withOrigin = (versions: Version[], origin: Version): Version[] =>
  versions.some(({ entityId }) => entityId === origin.entityId) ? versions : [...versions, origin];

/**
 * The results that versions came from, the nearest in time where there are more than are read. The versions of archived ones are
 * marked as such, in one more read.
 */
async function readActivities(
  { db, projectId }: ProjectContext,
  { chipId, origin, originActivity }: Origin,
  found: readonly Version[],
): Promise<{ versions: Version[]; activities: Map<string, Activity> }> {
  const distance = ({ at }: Version) => Math.abs(Date.parse(at) - Date.parse(origin.at));
  const nearest = found.toSorted((a, b) => distance(a) - distance(b));
  const taskIds = [...new Set(nearest.flatMap(({ taskId }) => (taskId === undefined ? [] : [taskId])))].slice(
    0,
    surroundings.results,
  );
  const items = await batchGetItems(
    db,
    taskIds.map((taskId) => taskKeys.result(projectId, taskId)),
    false,
  );
  const lacking = new Set(taskIds.filter((_, n) => items[n] === undefined));
  const months = lacking.size === 0 ? [] : monthNames(await listMonthsInFiles(db, { projectId, chipId }));
  const versions = withOrigin(markArchived(found, { chipId, lacking, months }), origin);
  const read = items.flatMap((item) => (item && activityOfResult(taskResultEntity.decode(item))) ?? []);
  const archived = versions.flatMap((version) => activityOfArchived(version) ?? []);
  const all = [...read, ...archived, ...(originActivity ? [originActivity] : [])];
  return { versions, activities: new Map(all.map((activity) => [activity.activityId, activity])) };
}

const monthsOf = (versions: readonly Version[]): string[] =>
  [...new Set(versions.flatMap(({ archivedMonth }) => archivedMonth ?? []))].sort();

/** How far what was read goes, of each parameter: up to where the first of its ranges was cut off. */
function knownVersions(
  versions: readonly Version[],
  near: readonly NearItems[],
  direction: 'before' | 'after',
): KnownVersions {
  const ends = new Map<string, string>();
  for (const { target, metrics, endsAt } of near) {
    if (endsAt === undefined) continue;
    for (const metric of metrics) {
      const key = parameterKey(target, metric);
      const other = ends.get(key);
      const isNearer = other === undefined || (direction === 'before' ? endsAt > other : endsAt < other);
      if (isNearer) ends.set(key, endsAt);
    }
  }
  return {
    of: indexVersions(versions),
    isWhole: (target, metric) => !ends.has(parameterKey(target, metric)),
    isKnown: (target, metric, at) => {
      const end = ends.get(parameterKey(target, metric));
      return end === undefined || (direction === 'before' ? at > end : at < end);
    },
  };
}

const hasActivity =
  (activities: ReadonlyMap<string, Activity>) =>
  (version: Version): boolean =>
    version.taskId === undefined || activities.has(activityIdOf(version));

/** Whether it is known what gave a version its value, and what that started from. */
const hasInputs = (activities: ReadonlyMap<string, Activity>) => (version: Version) =>
  hasActivity(activities)(version) && version.archivedMonth === undefined;

/** Whether nothing that was left unread could have been in a lineage. */
function isWholeBefore(
  { nodes }: ProvenanceGraph,
  maxDepth: number,
  known: KnownVersions,
  activities: ReadonlyMap<string, Activity>,
): boolean {
  return nodes
    .filter(({ depth }) => depth < maxDepth)
    .every((node) => {
      if (node.kind === 'entity') return hasActivity(activities)(node.version);
      if (node.activity.archivedMonth !== undefined) return false;
      const used = new Set(inputsUsed(node.activity, known).map(([name]) => name));
      return Object.keys(node.activity.inputs).every(
        (name) =>
          used.has(name) || placesOf(node.activity, name).every(({ target, metric }) => known.isWhole(target, metric)),
      );
    });
}

/** When the current value of a version's parameter was measured; undefined for none. */
export function currentAt(targets: readonly TargetRecord[], { target, metric }: Version): string | undefined {
  const found = targets.find(({ kind, id }) => kind === target.kind && id === target.id);
  return found && ownEntry(found.data, metric)?.calibratedAt;
}
