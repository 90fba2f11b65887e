import { SelectField } from '../../../components/field.tsx';
import { useTimeZone } from '../../../lib/api/time-zone.ts';
import { formatMoment } from '../../../lib/format/time.ts';
import type { ChipOverview } from '../../../lib/overview/queries.ts';

const presets = { yesterday: 'yesterday 07:00', week: '7 days ago', month: '30 days ago' } as const;

/** Chooses since when the overview tells. */
export function SinceField(props: { overview: ChipOverview; since: string; onSince: (since: string) => void }) {
  const timeZone = useTimeZone();
  return (
    <SelectField label="Since" inline value={props.since} onChange={({ target }) => props.onSince(target.value)}>
      {sinceChoices(props.overview, props.since, timeZone).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

/** The beginning that is chosen, in words. */
export const sinceText = (overview: ChipOverview, since: string, timeZone: string): string =>
  sinceChoices(overview, since, timeZone).find(([value]) => value === since)?.[1] ?? since;

/** The mornings, the last run, the cool-down, and whatever the address says. */
function sinceChoices({ runs, cooldown }: ChipOverview, since: string, timeZone: string): [string, string][] {
  const all: [string, string][] = Object.entries(presets);
  const lastRun = runs.last?.created_at;
  if (lastRun) all.push([lastRun, 'the last run']);
  if (cooldown) all.push([cooldown.started_at, 'start of the cool-down']);
  if (!all.some(([value]) => value === since)) all.push([since, formatMoment(since, timeZone, Date.now())]);
  return all;
}
