/** The parts of the service; on AWS only the table is checked, and alarms watch the others. */
export type PartName = 'table' | 'streams' | 'search' | 'disk';

/** The state of a part. `failed`: the service cannot work; `degraded`: it can, with the limits in `reason`. */
export interface PartHealth {
  status: 'ok' | 'degraded' | 'failed';
  /** In plain words, without names of files; null if all is well. */
  reason: string | null;
  /** For administrators: files, and messages of an engine. */
  detail: string | null;
}

export type PartsHealth = Partial<Record<PartName, PartHealth>>;

/** Knows more parts than the table; given by the local stack. */
export interface HealthSource {
  parts(): Promise<PartsHealth>;
}
