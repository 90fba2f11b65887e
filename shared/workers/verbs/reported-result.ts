import type { QidRole } from '../../results/store/task-results.ts';
import type { RunParameter } from '../../runs/rules/plan.ts';
import type { OutputParameter } from '../../runs/rules/task-outcome.ts';
import type { NamedTask } from './known-targets.ts';

/** What a worker says about one task. Times are there as the status needs them. */
export interface ReportedResult extends NamedTask {
  status: 'scheduled' | 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled';
  message: string;
  stackTrace: string | undefined;
  inputParameters: Record<string, OutputParameter>;
  runParameters: Record<string, RunParameter>;
  outputParameters: Record<string, OutputParameter>;
  r2: number | undefined;
  startAt: string | undefined;
  endAt: string | undefined;
  /** Paths of uploads. */
  figures: readonly string[];
  rawData: readonly string[];
  /** Whether its values become current; as the run says where absent. */
  persist?: boolean | undefined;
  /** Of one qubit of a mux. */
  muxId?: number | undefined;
  /** Of a qubit whose values a coupling's task measured. */
  qidRole?: QidRole | undefined;
  upstreamId?: string | undefined;
  /** The task whose uploads it may name besides its own. */
  fileTaskId?: string | undefined;
}
