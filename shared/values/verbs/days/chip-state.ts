import type { ChipRecord, ChipState, EarlierState } from '../../../chips/store/chips.ts';
import type { Context } from '../../../kernel/context.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import { openChipDay } from '../../store/days/open-chip-days.ts';

/** What a day keeps of a chip. */
export const stateOf = (chip: ChipRecord): ChipState => {
  const { username, size, topologyId, readout, qubitCount, couplingCount, installedAt, activityStatus, updatedAt } =
    chip;
  const layout = { size, topologyId, ...(readout === undefined ? {} : { readout }), qubitCount, couplingCount };
  return { username, ...layout, installedAt, activityStatus, cooldownId: chip.currentCooldownId, updatedAt };
};

/**
 * What a change of a chip's own fields stores for earlier days (rule DAY-2): its state until then, once a day.
 * @param at the time of the change
 */
export function withEarlier(chip: ChipRecord, at: string, zone: string): EarlierState[] | undefined {
  const { earlier, createdAt } = chip;
  const before = calendarDate(at, zone);
  const isKept = calendarDate(createdAt, zone) >= before || earlier?.some((one) => one.before >= before);
  return isKept ? earlier : [...(earlier ?? []), { ...stateOf(chip), before }];
}

/**
 * Marks the day on which a chip's own fields are about to change as open (rule DAY-3), and answers what that leaves in the
 * chip for the days before. The write is to require `ifDayFence`.
 */
export async function beforeChange(ctx: Context, chip: ChipRecord, at: string): Promise<Pick<ChipRecord, 'earlier'>> {
  const { projectId, chipId } = chip;
  const zone = ctx.config.calendarTimeZone;
  await openChipDay(ctx.db, { projectId, chipId, date: calendarDate(at, zone) });
  return { earlier: withEarlier(chip, at, zone) };
}

/** The state of a chip at the end of a day that is not closed: the state before its first change after that day. */
export function stateOn(chip: ChipRecord, date: string): ChipState {
  const [first] = (chip.earlier ?? [])
    .filter((one) => one.before > date)
    .sort((a, b) => a.before.localeCompare(b.before));
  if (!first) return stateOf(chip);
  const { before: _before, ...state } = first;
  return state;
}
