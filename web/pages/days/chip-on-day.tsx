import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calendarDay } from '#shared/domain/calendar.ts';
import { compareQids } from '#shared/domain/coupling-id.ts';
import { CheckField } from '../../components/field.tsx';
import { Card, DescriptionList } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { chipDayQuery, metricsConfigQuery } from '../../lib/api/queries.ts';
import { useCalendarZone, useTimeZone } from '../../lib/api/time-zone.ts';
import type { ChipOfDay } from '../../lib/api/wire.ts';
import { formatDate } from '../../lib/format/time.ts';
import { metricsOf } from '../../lib/metrics/target-metrics.ts';
import { plainDay } from '../../lib/url/days.ts';
import type { ChipDaysSearch } from '../../lib/url/search-types.ts';
import { coreOf, TargetRows, targetPageSize } from '../chip/target-table.tsx';

/** A chip's own facts and the values of its qubits or couplings as a day left them, with the ages of its end. */
export function ChipOnDay(props: {
  chipId: string;
  date: string;
  search: ChipDaysSearch;
  change: (search: ChipDaysSearch) => void;
}) {
  const { chipId, date, change } = props;
  const { layer = 'qubit', page = 1 } = props.search;
  const timeZone = useTimeZone();
  const calendarZone = useCalendarZone();
  const [now] = useState(() => new Date().toISOString());
  const day = useQuery(chipDayQuery(chipId, plainDay(date)));
  const config = useQuery(metricsConfigQuery());
  const [hasAll, setHasAll] = useState(false);
  if (!day.data || !config.data) return <Pending error={day.error ?? config.error} what={`${chipId} on ${date}`} />;
  const end = calendarDay(date, calendarZone)?.end ?? now;
  const targets = Object.values(layer === 'qubit' ? day.data.qubits : day.data.couplings).sort((a, b) =>
    compareQids(a.qid, b.qid),
  );
  const first = (page - 1) * targetPageSize;
  const metrics = metricsOf(targets, config.data, layer);
  const core = coreOf(metrics);
  return (
    <>
      <Card title={`${chipId} on ${date}`}>
        <DescriptionList items={detailsOf(day.data, timeZone)} />
      </Card>
      <div>
        <Segmented
          label="Targets"
          value={layer}
          options={[
            { value: 'qubit', label: `Qubits ${day.data.qubit_count}` },
            { value: 'coupling', label: `Couplings ${day.data.coupling_count}` },
          ]}
          onChange={(next) => change({ layer: next === 'qubit' ? undefined : next, page: undefined })}
        />
      </div>
      {core.length < metrics.length && (
        <CheckField
          label={`All ${metrics.length} metrics`}
          checked={hasAll}
          onChange={({ target }) => setHasAll(target.checked)}
        />
      )}
      <TargetRows
        key={layer}
        chipId={chipId}
        kind={layer}
        targets={targets.slice(first, first + targetPageSize)}
        total={targets.length}
        metrics={hasAll ? metrics : core}
        now={end < now ? end : now}
        page={page}
        onPage={(next) => change({ page: next > 1 ? next : undefined })}
      />
    </>
  );
}

const detailsOf = (chip: ChipOfDay, timeZone: string): [string, React.ReactNode][] => [
  ['Qubits', chip.qubit_count],
  ['Couplings', chip.coupling_count],
  ['Topology', chip.topology_id],
  ['Activity', chip.activity_status],
  ['Cool-down', chip.cooldown_id ?? 'none'],
  ['Installed', chip.installed_at === null ? 'not stated' : formatDate(chip.installed_at, timeZone)],
];
