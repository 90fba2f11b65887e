import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { ValueOrigin } from '../../../runs/components/value-origin.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Fold } from '../../../ui/components/fold.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { ValueState } from '../../../ui/components/status.tsx';
import { targetDaysQuery } from '../../../ui/lib/api/chip-queries.ts';
import { usePast, usePastSearch } from '../../../ui/lib/api/past.ts';
import { useCalendarZone } from '../../../ui/lib/api/time-zone.ts';
import type { Target, TargetKind } from '../../../ui/lib/api/wire.ts';
import { formatDate } from '../../../ui/lib/format/time.ts';
import { useNearView } from '../../../ui/lib/hooks/use-near-view.ts';
import { dayBeside } from '../../../ui/lib/url/as-of.ts';
import { plainDay } from '../../../ui/lib/url/days.ts';
import { elementKind } from '../../../ui/lib/url/element-kind.ts';
import { Quantity } from '../../../values/components/quantity/quantity.tsx';
import { isUnranked } from '../../../values/lib/metrics/metric-rows.ts';
import { showParameter, type ValuedTarget } from '../../../values/lib/metrics/target-metrics.ts';
import { ChangeSince, type Changes, useChanges } from './change-since.tsx';
import { RecentCourse } from './recent-course.tsx';
import styles from './target-page.module.css';

interface ValuesProps {
  chipId: string;
  kind: TargetKind;
  target: Target;
  metrics: MetricDisplay[];
  current: string;
}

/**
 * Current values of one target: value with uncertainty and unit, the change since yesterday, the curve, the time of
 * measurement, and the state. Metrics without a ranking are folded, unless the page is about them.
 */
export function CurrentValues(props: ValuesProps) {
  const { target, kind, chipId, current } = props;
  const past = usePast();
  const search = usePastSearch();
  const zone = useCalendarZone();
  const [opened] = useState(() => new Date().toISOString());
  const now = past?.asOf ?? opened;
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearView(place);
  // All metrics at once; where they cannot be read, the table tells the rest.
  const days = useQuery({
    ...targetDaysQuery(chipId, kind, target.qid, past?.asOf && dayBefore(past.asOf, zone)),
    enabled: isNear,
  });
  const changes = useChanges(chipId, { kind, id: target.qid }, isNear);
  if (props.metrics.length === 0)
    return <p>{past ? 'No values by then' : 'No values yet. Set one by hand, or import a calibration.'}</p>;
  // What counts now may be newer than the newest day says.
  const columns = columnsOf(props, {
    now,
    course: days.data ? [target, ...days.data] : [],
    changes,
    past: past && search,
  });
  const [ranked, settings] = [false, true].map((unranked) =>
    props.metrics.filter((display) => isUnranked(display) === unranked),
  );
  const table = (label: string, rows: readonly MetricDisplay[] = []) => (
    <DataTable
      bare
      compact
      label={label}
      columns={columns}
      rows={rows}
      rowKey={(display) => display.key}
      selectedKey={current}
    />
  );
  return (
    <div ref={place} className={styles.values}>
      {ranked && ranked.length > 0 && table('Current values', ranked)}
      {settings && settings.length > 0 && (
        <Fold
          key={`${target.qid} ${settings.some(({ key }) => key === current)}`}
          summary={`Settings (${settings.length})`}
          className={styles.fold}
          opened={settings.some(({ key }) => key === current)}
        >
          {table('Settings', settings)}
        </Fold>
      )}
    </div>
  );
}

/** The day of the calendar before that of an instant, whose own may have what came later. */
const dayBefore = (asOf: string, zone: string): string => plainDay(dayBeside(formatDate(asOf, zone), -1));

function columnsOf(
  { target, kind, chipId, current }: ValuesProps,
  shownWith: {
    now: string;
    course: readonly Pick<ValuedTarget, 'data' | 'faulty'>[];
    changes: Changes;
    /** What keeps the past in an address, where it is shown. */
    past: { as_of?: string } | undefined;
  },
): Column<MetricDisplay>[] {
  const { now, course, changes, past } = shownWith;
  const isFaulty = (display: MetricDisplay) => target.faulty.includes(display.key);
  const shownOf = (display: MetricDisplay) => {
    const parameter = target.data[display.key];
    return parameter && !isFaulty(display) ? showParameter(parameter, display, now) : undefined;
  };
  return [
    {
      id: 'metric',
      title: 'Metric',
      wrap: true,
      cell: (display) => (
        <Link
          to={kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target'}
          params={{ chipId, target: target.qid }}
          search={{ kind: elementKind(kind), metric: display.key, ...past }}
          replace
          className={styles.metric}
          aria-current={display.key === current ? 'true' : undefined}
        >
          {display.title}
        </Link>
      ),
    },
    {
      id: 'value',
      title: 'Value',
      number: true,
      cell: (display) => {
        const shown = shownOf(display);
        return shown ? <Quantity value={shown.drawn} error={shown.spread} unit={shown.unit} /> : '–';
      },
    },
    {
      id: 'change',
      title: past ? 'Since the day before' : 'Since yesterday',
      cell: (display) => (
        <span className={styles.change}>
          <ChangeSince {...{ display, changes }} at={shownOf(display) && target.data[display.key]?.calibrated_at} />
        </span>
      ),
    },
    { id: 'course', title: 'Recent', cell: (display) => <RecentCourse display={display} days={course} /> },
    {
      id: 'age',
      title: 'Measured',
      cell: (display) => {
        const at = target.data[display.key]?.calibrated_at;
        return at ? <RelativeTime at={at} /> : '–';
      },
    },
    {
      id: 'origin',
      title: 'From',
      cell: (display) => {
        const parameter = target.data[display.key];
        return parameter ? (
          <ValueOrigin taskId={parameter.task_id} executionId={parameter.execution_id} source={parameter.source} />
        ) : (
          '–'
        );
      },
    },
    {
      id: 'state',
      title: 'State',
      cell: (display) => <ValueState state={isFaulty(display) ? 'faulty' : (shownOf(display)?.state ?? 'missing')} />,
    },
  ];
}
