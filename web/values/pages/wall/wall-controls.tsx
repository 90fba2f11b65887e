import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { runsQuery, runsRequest } from '../../../runs/lib/queries.ts';
import { CheckField, SelectField, TextField } from '../../../ui/components/field.tsx';
import { useCalendarZone } from '../../../ui/lib/api/time-zone.ts';
import { formatDate } from '../../../ui/lib/format/time.ts';
import type { WallSearch } from '../../../ui/lib/url/search-types.ts';
import { type WallOrder, wallOrders } from '../../lib/wall/orders.ts';
import styles from './wall.module.css';

const orderNames: Record<WallOrder, string> = {
  worst: 'Worst fit first (R²)',
  lattice: 'As on the chip',
  age: 'Oldest first',
};

/** Runs that are offered; any other is reached from its page. */
const mostRuns = 20;

/** Which figures, and in which order; the URL holds every choice. */
export function WallControls(props: {
  chipId: string;
  tasks: readonly { name: string }[];
  task: string;
  search: WallSearch;
  change: (part: WallSearch) => void;
}) {
  const { chipId, tasks, task, search, change } = props;
  const timeZone = useCalendarZone();
  const runs = useQuery(runsQuery(runsRequest({ chip: chipId }, mostRuns, timeZone)));
  const listed =
    runs.data?.executions.map(({ execution_id: id, flow_name: flow }) => [id, `${id} ${flow}`] as const) ?? [];
  const known = search.run === undefined || listed.some(([id]) => id === search.run);
  const offered = known ? listed : [[search.run ?? '', search.run ?? ''] as const, ...listed];
  const source = search.run ?? (search.date === undefined ? 'latest' : 'day');
  const choose = (value: string) => {
    if (value === 'latest') change({ run: undefined, date: undefined });
    else if (value === 'day') change({ run: undefined, date: formatDate(new Date().toISOString(), timeZone) });
    else change({ run: value, date: undefined });
  };
  return (
    <search className={styles.controls}>
      <SelectField label="Task" value={task} onChange={({ target }) => change({ task: target.value })}>
        {[...new Set([task, ...tasks.map(({ name }) => name)])].sort().map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Results" value={source} onChange={({ target }) => choose(target.value)}>
        <option value="latest">Latest results</option>
        <option value="day">Of a day</option>
        {offered.map(([id, text]) => (
          <option key={id} value={id}>
            Run {text}
          </option>
        ))}
      </SelectField>
      {search.date !== undefined && (
        <TextField
          label={`Day (${timeZone})`}
          type="date"
          value={search.date}
          onChange={({ target: { value } }) => value >= '1980-01-01' && change({ date: value })}
        />
      )}
      <SelectField
        label="Order"
        value={search.order ?? 'worst'}
        onChange={({ target }) => {
          const order = wallOrders.find((one) => one === target.value);
          change({ order: order === 'worst' ? undefined : order });
        }}
      >
        {wallOrders.map((order) => (
          <option key={order} value={order}>
            {orderNames[order]}
          </option>
        ))}
      </SelectField>
      <CheckField
        label="Failed only"
        checked={search.failed === 'only'}
        onChange={({ target }) => change({ failed: target.checked ? 'only' : undefined })}
      />
      {task !== '' && (
        <span className={styles.about}>
          <Link to="/task-knowledge/$taskName" params={{ taskName: task }}>
            About {task}
          </Link>
          <Link to="/reviews" search={{ chip: chipId, task }}>
            Reviews
          </Link>
        </span>
      )}
    </search>
  );
}
