import type { ChipOverview } from '../../../../statistics/lib/overview/queries.ts';
import { SelectField } from '../../../../ui/components/field.tsx';
import { formatMoment } from '../../../../ui/lib/format/time.ts';

const presets = { yesterday: 'yesterday 07:00', week: '7 days ago', month: '30 days ago' } as const;
const pastPresets = { yesterday: 'the day before, 07:00', week: '7 days before', month: '30 days before' } as const;

/** A beginning as the address has it, and in words. */
type Choice = [value: string, text: string];

/** Chooses since when the overview tells. */
export function SinceField(props: { choices: readonly Choice[]; since: string; onSince: (since: string) => void }) {
  return (
    <SelectField label="Since" inline value={props.since} onChange={({ target }) => props.onSince(target.value)}>
      {props.choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

/** The mornings, the visit before (none of the past), the last run, the cool-down, and whatever the address says. */
export function sinceChoices(
  { runs, cooldown }: ChipOverview,
  since: string,
  timeZone: string,
  { lastVisit, isPast }: { lastVisit: string | undefined; isPast: boolean },
): Choice[] {
  const all: Choice[] = Object.entries(isPast ? pastPresets : presets);
  if (lastVisit && !isPast) all.push([lastVisit, 'your last visit']);
  const lastRun = runs.last?.created_at;
  if (lastRun) all.push([lastRun, 'the last run']);
  if (cooldown) all.push([cooldown.started_at, 'start of the cool-down']);
  if (!all.some(([value]) => value === since)) all.push([since, formatMoment(since, timeZone, Date.now())]);
  return all;
}
