/** How often people start things by a clock, without writing cron. */
export type Preset =
  | { kind: 'daily' | 'weekdays'; time: string }
  | { kind: 'hours'; step: number }
  | { kind: 'cron'; cron: string };

/** Steps that divide a day, so that the hours are those of every day. */
export const hourSteps = [1, 2, 3, 4, 6, 8, 12] as const;

const twoDigits = (text: string): string => text.padStart(2, '0');

/** The expression of a choice; empty while its time is not known. */
export function cronOf(preset: Preset): string {
  if (preset.kind === 'cron') return preset.cron;
  if (preset.kind === 'hours') return preset.step === 1 ? '0 * * * *' : `0 */${preset.step} * * *`;
  const [hour, minute] = preset.time.split(':');
  if (hour === undefined || minute === undefined) return '';
  return `${Number(minute)} ${Number(hour)} * * ${preset.kind === 'daily' ? '*' : '1-5'}`;
}

/** The choice that an expression is, if it is one of the usual ones. */
export function presetOf(cron: string): Preset {
  const daily = /^(\d{1,2}) (\d{1,2}) \* \* (\*|1-5)$/.exec(cron);
  if (daily) {
    const [, minute = '', hour = '', days] = daily;
    return { kind: days === '*' ? 'daily' : 'weekdays', time: `${twoDigits(hour)}:${twoDigits(minute)}` };
  }
  const step = cron === '0 * * * *' ? 1 : Number(/^0 \*\/(\d+) \* \* \*$/.exec(cron)?.[1]);
  return hourSteps.some((one) => one === step) ? { kind: 'hours', step } : { kind: 'cron', cron };
}
