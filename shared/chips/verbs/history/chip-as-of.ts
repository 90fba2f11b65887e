import { hadChip } from '../../../cooldowns/rules/cooldown.ts';
import { type CooldownRecord, getCooldowns } from '../../../cooldowns/store/cooldowns.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import { openQuantity } from '../../../values/rules/units/quantity.ts';
import { findChipDay, findChipDayFrom } from '../../../values/store/days/chip-days.ts';
import { stateOf } from '../../../values/verbs/days/chip-state.ts';
import { latestReadings } from '../../../values/verbs/latest-readings.ts';
import { readMeasuredSpans } from '../../../values/verbs/range-roll-ups.ts';
import { currentReadings, newestOf, type Reading } from '../../../values/verbs/readings.ts';
import { reverseCouplingId } from '../../rules/coupling-id.ts';
import { isOfPair, kindTitle, targetName } from '../../rules/target-kinds.ts';
import type { ChipRecord, ChipState, TargetRecord, ValueRecord } from '../../store/chips.ts';
import { readChip, readTargets } from '../read-chip.ts';

/** A chip as of an instant, with its qubits, couplings and elements in numeric order. */
export interface ChipAsOf {
  chip: ChipRecord;
  qubits: TargetRecord[];
  couplings: TargetRecord[];
  elements: TargetRecord[];
}

type ChipRef = { projectId: string; chipId: string };

/**
 * A chip as of an instant (rule CHIP-11): its own fields and cool-down as they were, and of every target the values that were
 * newest then, as metrics have them (rule METRIC-9). Two sequential reads.
 * @throws ServiceError `not-found`.
 */
export async function chipAsOf(ctx: ProjectContext, chipId: string, asOf: string): Promise<ChipAsOf> {
  const ref = { projectId: ctx.projectId, chipId };
  const [chip, spans, states] = await Promise.all([
    readChip(ctx, chipId),
    readMeasuredSpans(ctx.db, ctx.projectId, chipId),
    nearStates(ctx, ref, asOf),
  ]);
  const read = readTargets(ctx, chip);
  const current = async () =>
    Object.values(await read)
      .flat()
      .flatMap(currentReadings);
  const [targets, readings, cooldowns] = await Promise.all([
    read,
    latestReadings({ db: ctx.db, chip, spans: async () => spans, current }, { through: asOf }),
    getCooldowns(ctx.db, ctx.projectId, chip.cooldownIds ?? []),
  ]);
  const byTarget = Map.groupBy(readings, ({ target }) => targetName(target));
  const viewed = (target: TargetRecord) => targetAsOf(target, byTarget.get(targetName(target)) ?? [], asOf);
  const isThere = (target: TargetRecord) =>
    target.createdAt <= asOf || target.createdAt <= chip.createdAt || byTarget.has(targetName(target));
  const cooldownId = cooldownOf(cooldowns, chipId, asOf)?.cooldownId;
  return {
    chip: { ...fieldsOf(chip, states, asOf), currentCooldownId: cooldownId, lastCalibratedAt: newestOf(readings) },
    qubits: targets.qubits.filter(isThere).map(viewed),
    couplings: targets.couplings.filter(isThere).map(viewed),
    elements: targets.elements.filter((target) => byTarget.has(targetName(target))).map(viewed),
  };
}

/** A chip that was read with its own fields as they were at an instant. */
export const chipFieldsAsOf = async (ctx: ProjectContext, chip: ChipRecord, asOf: string): Promise<ChipRecord> =>
  fieldsOf(chip, await nearStates(ctx, chip, asOf), asOf);

const fieldsOf = (chip: ChipRecord, states: readonly ChipState[], asOf: string): ChipRecord =>
  withState(chip, stateAsOf([...states, ...knownStates(chip)], asOf) ?? stateOf(chip));

/** The same of one target. @throws ServiceError `not-found` for the chip or the target. */
export async function targetOfChipAsOf(
  ctx: ProjectContext,
  { chipId, kind, id }: { chipId: string; kind: TargetRecord['kind']; id: string },
  asOf: string,
): Promise<TargetRecord> {
  const { qubits, couplings, elements } = await chipAsOf(ctx, chipId, asOf);
  const targets = [...qubits, ...couplings, ...elements].filter((one) => one.kind === kind);
  const reversed = isOfPair(kind) ? reverseCouplingId(id) : undefined;
  const found = targets.find((one) => one.id === id) ?? targets.find((one) => one.id === reversed);
  if (!found) throw notFound(`${kindTitle(kind)} '${id}' not found in chip '${chipId}' as of ${asOf}`);
  return found;
}

/** How the days around an instant left the chip: the last one before its day, and the first one from it on. */
async function nearStates(ctx: ProjectContext, ref: ChipRef, asOf: string): Promise<ChipState[]> {
  const date = calendarDate(asOf, ctx.config.calendarTimeZone);
  const before = calendarDate(new Date(Date.parse(asOf) - 86_400_000).toISOString(), ctx.config.calendarTimeZone);
  const rows = await Promise.all([findChipDay(ctx.db, ref, before), findChipDayFrom(ctx.db, ref, date)]);
  return rows.filter((row) => row !== undefined);
}

/** The states that the chip stores: the present one, and those before changes of days that are not closed yet. */
const knownStates = (chip: ChipRecord): ChipState[] => [stateOf(chip), ...(chip.earlier ?? [])];

function withState(chip: ChipRecord, state: ChipState): ChipRecord {
  const { username, size, topologyId, readout, qubitCount, couplingCount, installedAt, activityStatus, updatedAt } =
    state;
  const layout = { size, topologyId, readout, qubitCount, couplingCount };
  return { ...chip, username, ...layout, installedAt, activityStatus, updatedAt };
}

/** The cool-down that a chip was in, by the recorded times of those that list it; where one ends as the next begins, the next. */
export const cooldownOf = (
  cooldowns: readonly CooldownRecord[],
  chipId: string,
  asOf: string,
): CooldownRecord | undefined =>
  cooldowns
    .filter((cooldown) => hadChip(cooldown, chipId, asOf))
    .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
    .at(0);

/** A target with the values of an instant; its notes have a timeline of their own and are the present ones. */
function targetAsOf(target: TargetRecord, readings: readonly Reading[], asOf: string): TargetRecord {
  const data: Record<string, ValueRecord> = {};
  const faulty: Record<string, string> = {};
  for (const reading of readings) {
    const value = valueOfReading(target, reading);
    if (value) data[reading.metric] = value;
    else faulty[reading.metric] = reading.at;
  }
  // Values that wait to be accepted are shown in the present only.
  const { held: _held, ...known } = target;
  if (target.updatedAt <= asOf) return { ...known, data, faulty };
  const updatedAt = readings.reduce((newest, { at }) => (at > newest ? at : newest), target.createdAt);
  return { ...known, status: readings.length > 0 ? target.status : 'pending', data, faulty, updatedAt };
}

/**
 * A value that is still current is as it is stored; of an earlier one the history has no type and no description. Undefined for a
 * faulty mark.
 */
function valueOfReading(target: TargetRecord, reading: Reading): ValueRecord | undefined {
  const { metric, at, source = 'import', executionId, taskId } = reading;
  const { value, unit, error } = openQuantity(reading.quantity);
  if (value === null) return undefined;
  const standing = Object.hasOwn(target.data, metric) ? target.data[metric] : undefined;
  if (standing && standing.calibratedAt === at && standing.taskId === taskId && standing.source === source)
    return standing;
  return { value, unit, error, calibratedAt: at, source, executionId, taskId };
}

/**
 * The state that held at an instant, of those that are known with the time of their last change: the newest that is not
 * later; before the oldest of them, the oldest. Undefined without any.
 */
function stateAsOf<T extends { updatedAt: string }>(known: readonly T[], asOf: string): T | undefined {
  const sorted = known.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : 0));
  return sorted.findLast(({ updatedAt }) => updatedAt <= asOf) ?? sorted[0];
}
