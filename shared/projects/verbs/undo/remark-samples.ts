import { isDeepStrictEqual } from 'node:util';
import { addLastCalibrated, ifChipNotDeleting } from '../../../chips/store/chip-conditions.ts';
import type { ChipRecord, HeldValue, TargetRecord } from '../../../chips/store/chips.ts';
import { findTarget } from '../../../chips/verbs/read-chip.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict, notFound, notInProject } from '../../../kernel/errors.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { sampleKeys, taskKeys } from '../../../kernel/store/keys.ts';
import { becomesCurrent, newestCredible } from '../../../values/rules/clock-ahead.ts';
import { type GateMark, isWithheld } from '../../../values/rules/gate-mark.ts';
import { type SampleRecord, sampleEntity } from '../../../values/store/samples.ts';
import { closeTargetDays } from '../../../values/verbs/days/target-days.ts';
import { ifNotExcluded, newestWith } from '../../../values/verbs/exclusions/derived-state.ts';
import { heldAfter, waitingOfSample } from '../../../values/verbs/measured/held-state.ts';
import {
  addMetricStates,
  type MetricState,
  statesWithoutSample,
  withStates,
} from '../../../values/verbs/measured/metric-states.ts';
import { addOpenDays } from '../../../values/verbs/parameters/open-days.ts';
import type { Counted, SetValue, SetValues } from '../../../values/verbs/parameters/set-values.ts';
import { addUndoable } from '../audit/entries.ts';

/** What counts of a metric of a target. */
export function countedOf({ data, faulty }: Pick<TargetRecord, 'data' | 'faulty'>, metric: string): Counted {
  const value = ownEntry(data, metric);
  if (value) return { at: value.calibratedAt, value: value.value };
  const at = ownEntry(faulty, metric);
  return at === undefined ? null : { at, value: null };
}

/**
 * Takes back values that were set by hand, or puts them back (rule UNDO-4): they stay in the history, as rejected while they are
 * taken back, and the newest value that counts is current. One transaction.
 * @throws ServiceError `conflict` that names what has changed since, `not-found` where a value is gone.
 */
export function remarkSamples(ctx: ProjectContext, given: SetValues, act: 'withdraw' | 'put-back'): Promise<void> {
  const { chipId, target: ref } = given;
  return retryOnConflict(orRefuse(`'${ref.id}' of chip '${chipId}'`), async () => {
    const { chip, target } = await findTarget(ctx, chipId, ref);
    if (!chip) throw notInProject('Chip', chipId, ctx.projectId);
    if (!target) throw notFound(`'${ref.id}' not found in chip '${chipId}'`);
    const samples = await readSamples(ctx, given);
    for (const [n, value] of given.values.entries()) refuseChanged(target, value, samples[n]);
    const now = nowOf(ctx);
    const changes = given.values.map((value, n) => ({
      value,
      sample: { ...(samples[n] as Stored<SampleRecord>), gate: markAfter(ctx, value, act, now) },
    }));
    await write(ctx, { chip, target, changes, act, now });
  });
}

async function readSamples(
  ctx: ProjectContext,
  { chipId, target, values }: SetValues,
): Promise<Stored<SampleRecord>[]> {
  const items = await batchGetItems(
    ctx.db,
    values.map((value) => sampleKeys.sample(ctx.projectId, chipId, { ...value, target })),
  );
  return items.map((item, n) => {
    if (!item) throw notFound(`The value of '${values[n]?.metric}' is no longer in the history of chip '${chipId}'`);
    return sampleEntity.decode(item);
  });
}

/** @throws ServiceError `conflict` where a value is not as the act left it. */
function refuseChanged(target: TargetRecord, value: SetValue, sample: SampleRecord | undefined): void {
  const { metric } = value;
  const of = `'${metric}' of ${target.kind} '${target.id}'`;
  const gate = sample?.gate;
  if (!isDeepStrictEqual(plain(gate), plain(value.gate)))
    throw conflict(
      gate?.decidedBy === undefined
        ? `The value of ${of} was decided since`
        : `The value of ${of} was ${gate.state} by '${gate.decidedBy}' on ${gate.decidedAt}`,
      'changed_since',
    );
  if (value.counted === undefined || isDeepStrictEqual(countedOf(target, metric), value.counted)) return;
  throw conflict(`${of} has changed since: ${presentText(target, metric)}`, 'changed_since');
}

/** As the table returns it: without fields that are undefined. */
const plain = (mark: GateMark | null | undefined): unknown =>
  mark ? Object.fromEntries(Object.entries(mark).filter(([, value]) => value !== undefined)) : null;

function presentText({ data, faulty }: TargetRecord, metric: string): string {
  const value = ownEntry(data, metric);
  if (!value) {
    const at = ownEntry(faulty, metric);
    return at === undefined ? 'it has no value' : `it was found faulty at ${at}`;
  }
  const from = value.executionId === undefined ? '' : ` in run '${value.executionId}'`;
  const how = value.source === 'manual' ? 'set by hand for' : `measured${from} at`;
  return `it is ${value.value} ${value.unit}, ${how} ${value.calibratedAt}`;
}

const markAfter = (ctx: ProjectContext, { gate }: SetValue, act: Act, now: string): GateMark | undefined =>
  act === 'withdraw'
    ? {
        ...{ state: 'rejected', because: 'set_and_undone', reason: 'Undone' },
        decidedBy: ctx.actor.user.username,
        decidedAt: now,
        before: gate ?? undefined,
      }
    : gate?.before;

type Act = 'withdraw' | 'put-back';

interface Change {
  value: SetValue;
  /** As it is to be written, with the revision that was read. */
  sample: Stored<SampleRecord>;
}

interface Remark {
  chip: Stored<ChipRecord>;
  target: Stored<TargetRecord>;
  changes: readonly Change[];
  act: Act;
  now: string;
}

async function write(ctx: ProjectContext, remark: Remark): Promise<void> {
  const { chip, target, changes, now } = remark;
  const transaction = new Transaction(ctx.db);
  const samples = changes.map(({ sample }) => sample);
  for (const { rev, ...sample } of samples)
    transaction.put(sampleEntity.encode(sample, rev + 1), ifRevision(rev), staleRead);
  await addOpenDays(ctx.db, transaction, chip, samples);
  const states = (await Promise.all(changes.map((change) => statesAfter(ctx, remark, change)))).flat();
  const after = withStates(target, states);
  const { held, checks } = await heldOf(ctx, remark, after);
  await closeTargetDays(ctx, chip, [target], now);
  addMetricStates(transaction, target, states, now, held);
  addLastCalibrated(transaction, chip, ifChipNotDeleting, await newestOf(ctx, remark, states, after));
  addAudit(transaction, ctx, remark, after);
  for (const { countedTaskId } of states)
    if (countedTaskId !== undefined)
      checks.push({ key: taskKeys.result(chip.projectId, countedTaskId), condition: ifNotExcluded });
  for (const { key, condition } of distinct(checks)) transaction.check(key, condition, staleRead);
  await transaction.commit();
}

/** What counts of the metric from now on; empty where that stays. */
async function statesAfter(
  ctx: ProjectContext,
  { chip, target, now }: Remark,
  { sample }: Change,
): Promise<MetricState[]> {
  const { metric, at, value, error, unit, source, valueType, description } = sample;
  if (isWithheld(sample.gate)) return statesWithoutSample(ctx.db, { chip, now }, target, sample);
  const present = countedOf(target, metric);
  if (value === null || !(present?.at === at || becomesCurrent(at, present?.at, now))) return [];
  const put = { value, error, unit, valueType, description, calibratedAt: at, source };
  return [{ metric, value: put, countedTaskId: undefined }];
}

/** What waits of the target from now on, metric by metric: each has its own value that changes. */
async function heldOf(ctx: ProjectContext, { chip, target, changes, now }: Remark, after: Stored<TargetRecord>) {
  let held: Record<string, HeldValue> | undefined;
  const checks: Awaited<ReturnType<typeof heldAfter>>['checks'][number][] = [];
  if (!target.held && !changes.some(({ sample }) => sample.gate?.state === 'held')) return { held, checks };
  for (const { sample } of changes) {
    const { metric, sampleId } = sample;
    const changed = { sampleId, waiting: waitingOfSample(sample), now };
    const found = await heldAfter(ctx.db, chip, { ...after, ...(held && { held }) }, [metric], changed);
    held = found.held ?? held;
    checks.push(...found.checks);
  }
  return { held, checks };
}

async function newestOf(
  ctx: ProjectContext,
  { chip, changes, now }: Remark,
  states: readonly MetricState[],
  after: TargetRecord,
): Promise<string | undefined> {
  const { lastCalibratedAt: last } = chip;
  const counted = changes.filter(({ sample }) => !isWithheld(sample.gate)).map(({ sample }) => sample.at);
  const isNewestGone = changes.some(({ sample }) => isWithheld(sample.gate) && sample.at === last);
  return isNewestGone && states.length > 0 ? newestWith(ctx, chip, after) : newestCredible([last, ...counted], now);
}

const distinct = <T extends { key: { pk: string; sk: string } }>(checks: readonly T[]): T[] => [
  ...new Map(checks.map((check) => [`${check.key.pk} ${check.key.sk}`, check])).values(),
];

function addAudit(
  transaction: Transaction,
  ctx: ProjectContext,
  { target, changes, act, now }: Remark,
  after: TargetRecord,
): void {
  const { kind, id, chipId, projectId } = target;
  const countedBy = ({ data, faulty }: TargetRecord, metric: string) =>
    countedOf({ data, faulty }, metric)?.value ?? null;
  const undo: SetValues = {
    chipId,
    target: { kind, id },
    values: changes.map(({ sample: { metric, at, sampleId, gate } }) => ({
      ...{ metric, at, sampleId, gate: gate ?? null },
      counted: countedOf(after, metric),
    })),
  };
  addUndoable(
    transaction,
    ctx,
    { projectId, actor: ctx.actor.user.username },
    {
      action: act === 'withdraw' ? 'withdraw-values' : 'put-back-values',
      resource: `chip:${chipId}/${kind}:${id}`,
      details: {
        parameters: Object.fromEntries(
          changes.map(({ sample: { metric } }) => [
            metric,
            { before: countedBy(target, metric), after: countedBy(after, metric) },
          ]),
        ),
      },
      undo: { ...undo },
      at: now,
    },
  );
}
