import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { taskListQuery } from '../../../discussions/lib/knowledge/queries.ts';
import { tasksByCategory } from '../../../discussions/lib/knowledge/words.ts';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { Card, Page } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { plural } from '../../../ui/lib/format/words.ts';
import styles from './task-knowledge.module.css';

const route = getRouteApi('/app/task-knowledge');

/** The reads that the address of the page tells. */
export const load = () => [taskListQuery()];

/** Every task that a flow can have: what it is for, and what was learned of it. */
export function TaskListPage() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const tasks = useQuery(taskListQuery());
  const groups = tasksByCategory(tasks.data?.items ?? [], q);
  return (
    <Page title="Tasks" breadcrumbs={[{ label: 'Flows', to: '/flows' }]}>
      {tasks.data ? (
        <>
          <search className={styles.find}>
            <TextField
              label="Find a task"
              type="search"
              value={q}
              onChange={({ target }) => void navigate({ search: { q: target.value || undefined }, replace: true })}
            />
          </search>
          {groups.length === 0 && <p>No task has '{q}' in its name or what it is for</p>}
          {groups.map(([category, found]) => (
            <Card key={category} title={category} note={plural(found.length, 'task')}>
              <div className={styles.tasks}>
                <DataTable bare compact label={category} columns={columns} rows={found} rowKey={({ name }) => name} />
              </div>
            </Card>
          ))}
        </>
      ) : (
        <Pending error={tasks.error} what="tasks" />
      )}
    </Page>
  );
}

interface ListedTask {
  name: string;
  summary: string;
  failure_mode_count: number;
  case_count: number;
}

const columns: Column<ListedTask>[] = [
  {
    id: 'name',
    title: 'Task',
    cell: ({ name }) => (
      <Link to="/task-knowledge/$taskName" params={{ taskName: name }}>
        {name}
      </Link>
    ),
  },
  {
    id: 'summary',
    title: 'What it is for',
    wrap: true,
    cell: ({ summary }) => <span className={styles.summary}>{summary || '–'}</span>,
  },
  {
    id: 'failures',
    title: 'Failure modes',
    number: true,
    detail: true,
    cell: (task) => task.failure_mode_count || '–',
  },
  { id: 'cases', title: 'Cases', number: true, detail: true, cell: (task) => task.case_count || '–' },
];
