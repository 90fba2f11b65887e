import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { api, errorText } from '../../lib/api/api.ts';
import { inProject } from '../../lib/api/queries.ts';
import type { Flow } from '../../lib/api/wire.ts';
import { plural } from '../../lib/format/words.ts';
import { Notice } from '../notice.tsx';
import { WorkerNotice } from '../workers/worker-notice.tsx';
import { KeepSimulatedField } from './keep-simulated-field.tsx';
import styles from './run-preview.module.css';

/** What a run would do, before it starts: how many tasks, or why it cannot; for a worker's flow, who could take it. */
export function RunPreview(props: {
  flow: Flow;
  chipId: string;
  /** Undefined while what was entered cannot be read. */
  parameters: Record<string, unknown> | undefined;
  /** Whether the simulated values become current on a chip with real ones, which is asked (rule SIM-2). */
  keepsValues: boolean;
  onKeepValues: (keeps: boolean) => void;
}) {
  const { flow, chipId } = props;
  const parameters = useDeferredValue(props.parameters);
  const isManaged = flow.runner === 'managed';
  const preview = useQuery({
    queryKey: inProject('flow', flow.name, 'preview', flow.version, chipId, parameters),
    queryFn: ({ signal }) =>
      api.validateFlow({
        body: {
          code: flow.code,
          runner: flow.runner,
          chip_id: chipId,
          parameters: { ...flow.default_parameters, ...parameters },
        },
        signal,
      }),
    enabled: isManaged && parameters !== undefined,
    placeholderData: keepPreviousData,
  });
  if (!isManaged) return <WorkerNotice parameters={{ ...flow.default_parameters, ...parameters }} />;
  if (!preview.data)
    return (
      <p className={styles.preview}>
        {preview.error ? `Task count unavailable: ${errorText(preview.error)}` : 'Counting tasks…'}
      </p>
    );
  if (preview.data.problems.length > 0)
    return (
      <Notice tone="warn">
        {preview.data.problems.map((problem) => (
          <span key={`${problem.path} ${problem.message}`}>{problem.message}</span>
        ))}
      </Notice>
    );
  return (
    <>
      <p className={styles.preview} role="status">
        {preview.data.task_count === null
          ? ''
          : `This run has ${plural(preview.data.task_count, 'task')} on ${chipId}, with the simulator.`}
      </p>
      {preview.data.chip_has_real_values && (
        <KeepSimulatedField chipId={chipId} checked={props.keepsValues} onChange={props.onKeepValues} />
      )}
    </>
  );
}
