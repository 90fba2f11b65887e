import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import { entriesByName } from '../../../flows/lib/parameters.ts';
import { attemptsOf } from '../../../runs/lib/attempts.ts';
import { runQuery } from '../../../runs/lib/queries.ts';
import { taskHistoryQuery } from '../../../runs/lib/task-queries.ts';
import { Card } from '../../../ui/components/page.tsx';
import { ExcludedMark, TaskStatusMark } from '../../../ui/components/status.tsx';
import type { RunTask, TaskDetail, TaskResult } from '../../../ui/lib/api/wire.ts';
import { MetricQuantity } from '../../../values/components/quantity/quantity.tsx';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import { FigureThumbnail } from '../../components/figures/figure-thumbnail.tsx';
import styles from './task.module.css';

/** The attempts of a task on its target, side by side; hidden if there is only one (rule RUNPAGE-7). */
export function Attempts({ task }: { task: TaskDetail }) {
  const tasks = useQuery(runQuery(task.execution_id)).data?.task ?? [];
  const history = useQuery(taskHistoryQuery(task)).data?.results ?? [];
  const attempts = attemptsOf(tasks, task);
  if (attempts.length === 0) return null;
  return (
    <Card title={`${attempts.length} attempts in this run`}>
      <ul className={styles.attempts} aria-label="Attempts">
        {attempts.map((one) => (
          <Attempt
            key={one.task_id}
            one={one}
            result={history.find((result) => result.task_id === one.task_id)}
            isThis={one.task_id === task.task_id}
          />
        ))}
      </ul>
    </Card>
  );
}

function Attempt({ one, result, isThis }: { one: RunTask; result: TaskResult | undefined; isThis: boolean }) {
  const kind = one.task_type === 'coupling' ? 'coupling' : 'qubit';
  return (
    <li>
      <Link to="/tasks/$taskId" params={{ taskId: one.task_id }} aria-current={isThis ? 'page' : undefined}>
        <FigureThumbnail path={result?.figure_path?.[0]} />
        Attempt {one.attempt ?? 0}
      </Link>
      <span>
        <TaskStatusMark status={one.status} /> {one.excluded && <ExcludedMark reason={result?.excluded_reason} />}
      </span>
      {entriesByName(result?.output_parameters ?? {}).map(([name, measured]) => {
        const display = displayOf(undefined, kind, name, measured.unit);
        return (
          <span key={name}>
            {display.title} <MetricQuantity display={display} stored={measured} />
          </span>
        );
      })}
      {result?.r2 !== undefined && <span>R² {formatSignificant(result.r2, 3)}</span>}
      {one.message && <span className={styles.message}>{visibleText(one.message)}</span>}
    </li>
  );
}
