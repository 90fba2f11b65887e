/** The parts that the service is made of; on AWS the table alone is looked at, and alarms watch the others. */
export type PartName = 'table' | 'streams' | 'search' | 'disk';

/** How a part is. `failed`: the service cannot do its work; `degraded`: it can, with what `reason` says. */
export interface PartHealth {
  status: 'ok' | 'degraded' | 'failed';
  /** In plain words, without names of files; null where all is well. */
  reason: string | null;
  /** For administrators: files, and what an engine says. */
  detail: string | null;
}

export type PartsHealth = Partial<Record<PartName, PartHealth>>;

/** Knows more parts than the table; given by the local stack. */
export interface HealthSource {
  parts(): Promise<PartsHealth>;
}
