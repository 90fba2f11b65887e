import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { SelectField, TextField } from '../../../ui/components/field.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { UnknownNotice } from '../../../ui/components/unknown-notice.tsx';
import { cooldownsQuery } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { Chip, ChipMetrics, ChipSummary, LatticeKind, MetricsConfig } from '../../../ui/lib/api/wire.ts';
import { formatDate } from '../../../ui/lib/format/time.ts';
import { usePhone } from '../../../ui/lib/hooks/use-media.ts';
import { asOfChoice, asOfDate, validAsOf } from '../../../ui/lib/url/as-of.ts';
import type { ChangeDashboard, DashboardSearch } from '../../../ui/lib/url/search-types.ts';
import { chooseMetric, type MetricOption, metricOptions } from '../../lib/metrics/metric-choice.ts';
import { unknownMetric } from '../../lib/metrics/unknown-metric.ts';
import { unknownInView } from '../../lib/metrics/view.ts';
import styles from './controls.module.css';
import { RangeControl, rangeText } from './range-control.tsx';

// A phone alone has it.
const ControlsSheet = lazy(() => import('./controls-sheet.tsx').then((module) => ({ default: module.ControlsSheet })));

/** What the dashboard shows: chip, a metric a layer, and as of when. Everything is kept in the URL. */
export function Controls(props: {
  chip: Chip;
  chips: readonly ChipSummary[];
  search: DashboardSearch;
  change: ChangeDashboard;
  metrics: ChipMetrics | undefined;
  config: MetricsConfig | undefined;
  /** Called when the user is about to choose a metric. */
  onChoosing: () => void;
}) {
  const { chip, search, change, metrics, config, onChoosing } = props;
  const ids = [...new Set([chip.chip_id, ...props.chips.map((row) => row.chip_id)])].sort();
  const options = (kind: LatticeKind) => (metrics && config ? metricOptions(metrics, config, kind) : []);
  const timeZone = useTimeZone();
  const unknown = [
    ...(['qubit', 'coupling'] as const).map((kind) => {
      const known = options(kind);
      return unknownMetric(known, kind, search[kind], chooseMetric(known, kind, search[kind])?.title);
    }),
    ...unknownInView(search, timeZone),
  ].filter(Boolean);
  const isPhone = usePhone();
  const fields = (
    <>
      <SelectField
        label="Chip"
        value={chip.chip_id}
        onChange={(event) =>
          change({ chip: event.target.value, cooldown: undefined, target: undefined, sort: undefined, open: undefined })
        }
      >
        {ids.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </SelectField>
      <MetricField label="Qubit metric" kind="qubit" options={options('qubit')} {...{ search, change, onChoosing }} />
      <MetricField
        label="Coupling metric"
        kind="coupling"
        options={options('coupling')}
        {...{ search, change, onChoosing }}
      />
      <RangeControl search={search} change={change} />
      <CooldownControl chip={chip} search={search} change={change} />
      {search.cooldown === undefined && <AsOfControl chip={chip} search={search} change={change} />}
    </>
  );
  return (
    <div className={styles.controls}>
      {isPhone ? (
        <ControlsBar
          chipId={chip.chip_id}
          titles={(['qubit', 'coupling'] as const).map((kind) => chosenOf(kind, options(kind), search)?.title)}
          search={search}
        >
          {fields}
        </ControlsBar>
      ) : (
        fields
      )}
      {unknown.length > 0 && (
        <div className={styles.unknown}>
          <UnknownNotice sentences={unknown} />
        </div>
      )}
    </div>
  );
}

/** The metric of a layer; undefined if none is drawn. */
const chosenOf = (kind: LatticeKind, options: readonly MetricOption[], search: DashboardSearch) =>
  kind === 'coupling' && search.coupling === 'none' ? undefined : chooseMetric(options, kind, search[kind]);

/** On a phone, the current choices in two lines, which open the fields to change them. */
function ControlsBar(props: {
  chipId: string;
  titles: readonly (string | undefined)[];
  search: DashboardSearch;
  children: ReactNode;
}) {
  const { chipId, search } = props;
  const [isOpen, setOpen] = useState(false);
  const timeZone = useTimeZone();
  return (
    <>
      <Button className={styles.bar} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>
          <strong>{[chipId, ...props.titles].filter(Boolean).join(' · ')}</strong>
          <span className={styles.barView}>{rangeText(search, timeZone)}</span>
        </span>
        <Icon name="down" />
      </Button>
      <Suspense>{isOpen && <ControlsSheet onClose={() => setOpen(false)}>{props.children}</ControlsSheet>}</Suspense>
    </>
  );
}

function MetricField(props: {
  label: string;
  kind: LatticeKind;
  options: readonly MetricOption[];
  search: DashboardSearch;
  change: ChangeDashboard;
  onChoosing: () => void;
}) {
  const { options, kind, search, onChoosing } = props;
  const chosen = chosenOf(kind, options, search);
  const group = (measured: boolean) =>
    options
      .filter((option) => option.measured === measured)
      .map(({ display }) => (
        <option key={display.key} value={display.key}>
          {display.title}
        </option>
      ));
  return (
    <SelectField
      label={props.label}
      className={styles.metric}
      value={chosen?.key ?? 'none'}
      disabled={options.length === 0}
      onFocus={onChoosing}
      onPointerEnter={onChoosing}
      onChange={(event) => props.change({ [kind]: event.target.value, sort: undefined })}
    >
      {kind === 'coupling' && <option value="none">None</option>}
      <optgroup label="With values">{group(true)}</optgroup>
      <optgroup label="Without values">{group(false)}</optgroup>
    </SelectField>
  );
}

/** Narrows values and notes to one cool-down of the chip. */
function CooldownControl({ chip, search, change }: { chip: Chip; search: DashboardSearch; change: ChangeDashboard }) {
  const cooldowns = useQuery(cooldownsQuery(0, 100));
  const ids = (cooldowns.data?.cooldowns ?? [])
    .filter((cooldown) => cooldown.chip_ids.includes(chip.chip_id))
    .map((cooldown) => cooldown.cooldown_id);
  // A choice in the URL is offered even if it is not listed, so that the field shows the current one.
  const values = [...new Set([...ids, ...(search.cooldown === undefined ? [] : [search.cooldown])])];
  return (
    <SelectField
      label="Cool-down"
      value={search.cooldown ?? ''}
      onChange={(event) =>
        change({ cooldown: event.target.value || undefined, as_of: undefined, from: undefined, to: undefined })
      }
    >
      <option value="">Any</option>
      {values.map((id) => (
        <option key={id} value={id}>
          {id === chip.current_cooldown_id ? `${id} (current)` : id}
        </option>
      ))}
    </SelectField>
  );
}

function AsOfControl({ chip, search, change }: { chip: Chip; search: DashboardSearch; change: ChangeDashboard }) {
  const asOf = validAsOf(search.as_of);
  const choice = asOfChoice(asOf);
  const timeZone = useTimeZone();
  const dateOf = (instant: string) => formatDate(instant, timeZone);
  const today = dateOf(new Date().toISOString());
  const isPhone = usePhone();
  const isChosenHere = useRef(false);
  return (
    <div className={styles.asOf}>
      {/* With a date the line is full; the bar above leads back to now. */}
      {(choice !== 'date' || isPhone) && (
        <SelectField
          label="As of"
          value={choice}
          onChange={(event) => {
            const next = event.target.value;
            const start = chip.last_calibrated_at === null ? today : dateOf(chip.last_calibrated_at);
            isChosenHere.current = next === 'date';
            change({ as_of: next === 'now' ? undefined : next === 'newest' ? 'newest' : start });
          }}
        >
          <option value="now">Now</option>
          <option value="newest">Newest value</option>
          <option value="date">A date…</option>
        </SelectField>
      )}
      {choice === 'date' && (
        <TextField
          // Who chose a date here is asked for it.
          ref={(field) => {
            if (isChosenHere.current) field?.focus();
            isChosenHere.current = false;
          }}
          label={`End of day (${timeZone})`}
          className={styles.date}
          type="date"
          defaultValue={asOfDate(asOf, timeZone)}
          max={today}
          // A year that is still being typed reads as one before any quantum chip.
          onInput={(event) => {
            const { value } = event.currentTarget;
            if (value >= '1980-01-01') change({ as_of: value });
          }}
        />
      )}
    </div>
  );
}
