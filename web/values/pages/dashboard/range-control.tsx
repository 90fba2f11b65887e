import { writeDay } from '#shared/kernel/rules/calendar.ts';
import { SELECTION_MODES, type SelectionMode } from '#shared/statistics/rules/selection-mode.ts';
import { TextField } from '../../../ui/components/field.tsx';
import { Segmented } from '../../../ui/components/segmented.tsx';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import { formatDate, formatPlanned } from '../../../ui/lib/format/time.ts';
import { asOfDate, validAsOf } from '../../../ui/lib/url/as-of.ts';
import { dateParam } from '../../../ui/lib/url/search-params.ts';
import type { ChangeDashboard, DashboardSearch } from '../../../ui/lib/url/search-types.ts';
import { modeOf, type RangeChoice, rangeChoice } from '../../lib/metrics/view.ts';
import styles from './controls.module.css';

const modeNames: Record<SelectionMode, string> = { latest: 'Latest', best: 'Best', average: 'Average' };

const ranges: { value: RangeChoice; label: string }[] = [
  { value: 'any', label: 'Any time' },
  { value: 'now-1d', label: '1 d' },
  { value: 'now-7d', label: '7 d' },
  { value: 'now-30d', label: '30 d' },
  { value: 'custom', label: 'Custom' },
];

/** What mode, range and instant the address has, in words. */
export function rangeText(search: DashboardSearch, timeZone: string): string {
  const { cooldown, from, to, as_of: asOf } = search;
  const choice = rangeChoice(search);
  const range =
    cooldown !== undefined
      ? `Cool-down ${cooldown}`
      : choice === 'custom'
        ? [from && `from ${momentText(from, timeZone)}`, to && `to ${momentText(to, timeZone)}`]
            .filter(Boolean)
            .join(' ')
        : ranges.find(({ value }) => value === choice)?.label;
  return [modeNames[modeOf(search)], range, cooldown === undefined && asOf && `as of ${momentText(asOf, timeZone)}`]
    .filter(Boolean)
    .join(' · ');
}

/** A day or an instant of the address in the usual format; any other text unchanged. */
function momentText(text: string, timeZone: string): string {
  if (text === 'newest') return 'the newest value';
  if (dateParam(text) !== undefined) return writeDay(text);
  return validAsOf(text) === undefined ? text : formatPlanned(text, timeZone);
}

const week = 7 * 86_400_000;

/** Which of the values of which range stand for it; a cool-down is a range of its own. */
export function RangeControl({ search, change }: { search: DashboardSearch; change: ChangeDashboard }) {
  const timeZone = useTimeZone();
  const choice = search.cooldown === undefined ? rangeChoice(search) : undefined;
  const choose = (next: RangeChoice) => {
    const from = next === 'custom' ? formatDate(new Date(Date.now() - week).toISOString(), timeZone) : next;
    change({ from: next === 'any' ? undefined : from, to: undefined, cooldown: undefined });
  };
  return (
    <div className={styles.range}>
      <Segmented
        label="Mode"
        value={modeOf(search)}
        options={SELECTION_MODES.map((value) => ({ value, label: modeNames[value] }))}
        onChange={(mode) => change({ mode: mode === 'latest' ? undefined : mode })}
      />
      <Segmented label="Range" value={choice} options={ranges} onChange={choose} />
      {choice === 'custom' && (
        <>
          <DayField label={`From (${timeZone})`} value={search.from} onChange={(from) => change({ from })} />
          <DayField label={`To, end of day (${timeZone})`} value={search.to} onChange={(to) => change({ to })} />
        </>
      )}
    </div>
  );
}

function DayField(props: { label: string; value: string | undefined; onChange: (day: string | undefined) => void }) {
  const timeZone = useTimeZone();
  return (
    <TextField
      label={props.label}
      className={styles.date}
      type="date"
      defaultValue={asOfDate(validAsOf(props.value), timeZone)}
      // A year that is still being typed reads as one before any quantum chip.
      onInput={(event) => {
        const { value } = event.currentTarget;
        if (value === '' || value >= '1980-01-01') props.onChange(value || undefined);
      }}
    />
  );
}
