import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { compareQids } from '#shared/chips/rules/coupling-id.ts';
import { calendarDay } from '#shared/kernel/rules/calendar.ts';
import { ColumnChoice } from '../../../ui/components/column-choice/column-choice.tsx';
import { Card, DescriptionList } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { Segmented } from '../../../ui/components/segmented.tsx';
import { UnknownNotice } from '../../../ui/components/unknown-notice.tsx';
import { chipDayQuery } from '../../../ui/lib/api/chip-queries.ts';
import { metricsConfigQuery } from '../../../ui/lib/api/queries.ts';
import { useCalendarZone, useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { ChipOfDay } from '../../../ui/lib/api/wire.ts';
import { formatDay, formatDayAt } from '../../../ui/lib/format/time.ts';
import { useWidth } from '../../../ui/lib/hooks/use-width.ts';
import { plainDay } from '../../../ui/lib/url/days.ts';
import type { ChipDaysSearch } from '../../../ui/lib/url/search-types.ts';
import { chosenMetrics, columnsThatFit, unknownColumns } from '../../lib/chosen-columns.ts';
import { metricsOf } from '../../lib/metrics/target-metrics.ts';
import styles from './days.module.css';
import { columnWidth, TargetRows, targetPageSize } from './target-rows.tsx';

interface DayProps {
  chipId: string;
  date: string;
  search: ChipDaysSearch;
  change: (search: ChipDaysSearch) => void;
}

/** A chip's own facts and the values of its qubits or couplings as a day left them, with the ages of its end. */
export function ChipOnDay(props: DayProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  return (
    <div ref={ref} className={styles.chip}>
      <Day {...props} width={width} />
    </div>
  );
}

function Day(props: DayProps & { width: number }) {
  const { chipId, date, change } = props;
  const { layer = 'qubit', page = 1, cols } = props.search;
  const timeZone = useTimeZone();
  const calendarZone = useCalendarZone();
  const [now] = useState(() => new Date().toISOString());
  const day = useQuery(chipDayQuery(chipId, plainDay(date)));
  const config = useQuery(metricsConfigQuery());
  if (!day.data || !config.data) return <Pending error={day.error ?? config.error} what={`${chipId} on this day`} />;
  const end = calendarDay(date, calendarZone)?.end ?? now;
  const targets = Object.values(layer === 'qubit' ? day.data.qubits : day.data.couplings).sort((a, b) =>
    compareQids(a.qid, b.qid),
  );
  const first = (page - 1) * targetPageSize;
  const metrics = metricsOf(targets, config.data, layer);
  const shown = chosenMetrics(metrics, cols, columnsThatFit(props.width, columnWidth));
  return (
    <>
      <Card title={`${chipId} on ${formatDay(date, calendarZone, Date.parse(now))}`}>
        <DescriptionList items={detailsOf(day.data, timeZone, Date.parse(now))} />
      </Card>
      <div>
        <Segmented
          label="Targets"
          value={layer}
          options={[
            { value: 'qubit', label: `Qubits ${day.data.qubit_count}` },
            { value: 'coupling', label: `Couplings ${day.data.coupling_count}` },
          ]}
          onChange={(next) => change({ layer: next === 'qubit' ? undefined : next, page: undefined, cols: undefined })}
        />
      </div>
      <UnknownNotice sentences={unknownColumns(metrics, cols)} />
      {metrics.length > 2 && (
        <ColumnChoice metrics={metrics} shown={shown} onChange={(next) => change({ cols: next })} />
      )}
      <TargetRows
        key={layer}
        chipId={chipId}
        kind={layer}
        targets={targets.slice(first, first + targetPageSize)}
        total={targets.length}
        metrics={shown}
        now={end < now ? end : now}
        page={page}
        onPage={(next) => change({ page: next > 1 ? next : undefined })}
      />
    </>
  );
}

const detailsOf = (chip: ChipOfDay, timeZone: string, now: number): [string, React.ReactNode][] => [
  ['Qubits', chip.qubit_count],
  ['Couplings', chip.coupling_count],
  ['Topology', chip.topology_id],
  ['Activity', chip.activity_status],
  ['Cool-down', chip.cooldown_id ?? 'none'],
  ['Installed', chip.installed_at === null ? 'not stated' : formatDayAt(chip.installed_at, timeZone, now)],
];
