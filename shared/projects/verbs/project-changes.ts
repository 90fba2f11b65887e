import type { LockScope } from '../../runs/rules/lock.ts';
import type { FreshnessKind } from '../../values/rules/fresh-for.ts';
import type { GateMode } from '../../values/rules/gate-mark.ts';
import type { ProjectRecord } from '../store/projects.ts';
import type { LimitChanges } from './changed-limits.ts';

/** Changes to a project: undefined or null leaves a field; `description: null` clears it. */
export interface ProjectChanges {
  name?: string | null | undefined;
  description?: string | null | undefined;
  tags?: string[] | null | undefined;
  defaultRole?: ProjectRecord['defaultRole'] | null | undefined;
  /** By kind; null gives a kind its default again. Kinds that are not named stay. */
  gate?: GateMode | null | undefined;
  freshnessHours?: Partial<Record<FreshnessKind, number | null | undefined>> | null | undefined;
  /** By metric; null takes the limit of a metric away. Metrics that are not named stay. */
  limits?: LimitChanges | null | undefined;
  /** What the lock of a run covers. */
  lockScope?: LockScope | null | undefined;
}
