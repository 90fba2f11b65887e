import { useQuery } from '@tanstack/react-query';
import { runsLookedAt, secondsOf } from '../../flows/lib/activity.ts';
import { Notice } from '../../ui/components/notice.tsx';
import { errorText } from '../../ui/lib/api/api.ts';
import type { Flow } from '../../ui/lib/api/wire.ts';
import { formatDuration } from '../../ui/lib/format/time.ts';
import { plural } from '../../ui/lib/format/words.ts';
import { WorkerNotice } from '../../workers/components/worker-notice.tsx';
import { runsQuery, runsRequest } from '../lib/queries.ts';
import { KeepSimulatedField } from './keep-simulated-field.tsx';
import styles from './run-preview.module.css';
import type { useRunPreview } from './use-run-preview.ts';

/** What a run would do, before it starts: how many tasks and for how long, or why it cannot; of a worker's flow, who could take it. */
export function RunPreview(props: {
  flow: Flow;
  chipId: string;
  /** Undefined while what was entered cannot be read. */
  parameters: Record<string, unknown> | undefined;
  preview: ReturnType<typeof useRunPreview>;
  /** Problems that do not belong to a field. */
  problems: readonly { path: string; message: string }[];
  /** Whether the simulated values become current on a chip with real ones, which is asked (rule SIM-2). */
  keepsValues: boolean;
  onKeepValues: (keeps: boolean) => void;
}) {
  const { flow, chipId, parameters, preview } = props;
  const problems = props.problems.length > 0 && (
    <Notice tone="warn">
      {props.problems.map((problem) => (
        <span key={`${problem.path} ${problem.message}`}>{problem.message}</span>
      ))}
    </Notice>
  );
  if (flow.runner !== 'managed')
    return (
      <>
        {problems}
        <WorkerNotice parameters={{ ...flow.default_parameters, ...parameters }} />
      </>
    );
  if (!preview.data)
    return (
      <p className={styles.preview}>
        {preview.error ? `Task count unavailable: ${errorText(preview.error)}` : 'Counting tasks…'}
      </p>
    );
  if (!preview.data.valid) return problems;
  return (
    <>
      <p className={styles.preview} role="status">
        {preview.data.task_count !== null && (
          <Consequence flowName={flow.name} chipId={chipId} tasks={preview.data.task_count} />
        )}
      </p>
      {preview.data.chip_has_real_values && (
        <KeepSimulatedField chipId={chipId} checked={props.keepsValues} onChange={props.onKeepValues} />
      )}
    </>
  );
}

/** `640 tasks on DEMO64 with the simulator, about 53 s.` */
function Consequence(props: { flowName: string; chipId: string; tasks: number }) {
  const runs = useQuery(runsQuery(runsRequest({}, runsLookedAt, 'UTC')));
  const seconds = secondsOf(props, runs.data?.executions ?? []);
  return (
    <>
      {plural(props.tasks, 'task')} on {props.chipId} with the <strong>simulator</strong>
      {seconds !== undefined && (
        <span title="By the median of its runs that completed">
          , {seconds < 10 ? 'less than 10 s' : `about ${formatDuration(seconds)}`}
        </span>
      )}
      .
    </>
  );
}
