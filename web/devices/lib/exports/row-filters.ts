import { calendarDay } from '#shared/kernel/rules/calendar.ts';
import type { api } from '../../../ui/lib/api/api.ts';
import { textOf } from '../../../ui/lib/api/use-write.ts';

type ExportBody = Parameters<typeof api.createExport>[0]['body'];

/** Which rows are wanted, as the API is asked; what was left empty is not asked. */
export type RowFilters = Pick<ExportBody, 'start_at' | 'end_at' | 'cooldown_id' | 'metric' | 'task' | 'targets'>;

/** Reads the fields of the dialog: whole days of the display zone, and ids apart by commas or spaces. */
export function rowFilters(form: FormData, timeZone: string): RowFilters {
  const given = (name: string): string | undefined => textOf(form, name) || undefined;
  const day = (name: string) => calendarDay(textOf(form, name), timeZone);
  const targets = textOf(form, 'targets')
    .split(/[\s,]+/)
    .filter((id) => id !== '');
  return {
    start_at: day('from')?.start,
    end_at: day('through')?.end,
    cooldown_id: given('cooldown'),
    metric: given('metric'),
    task: given('task'),
    targets: targets.length > 0 ? targets : undefined,
  };
}
