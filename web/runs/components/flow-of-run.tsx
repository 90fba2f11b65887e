import { Link } from '@tanstack/react-router';
import type { Run } from '../../ui/lib/api/wire.ts';

/** The version of the flow that a run is of, or the one task that it ran without a flow. */
export function FlowOfRun({ run, word = 'v' }: { run: Run; word?: string }) {
  if (run.note.pipeline !== undefined) return <span>{run.flow_name} (pipeline)</span>;
  if (run.note.task_name !== undefined) return <span>{run.flow_name} (one task)</span>;
  // Its lab need not have saved the flow here.
  if (run.recorded_later) return <span>{run.flow_name}</span>;
  return (
    <span>
      <Link to="/flows/$flowName" params={{ flowName: run.flow_name }} search={{ version: run.flow_version }}>
        {run.flow_name}
      </Link>{' '}
      {word}
      {run.flow_version}
    </span>
  );
}
