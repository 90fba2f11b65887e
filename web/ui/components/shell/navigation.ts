import type { Zones } from '../../lib/api/time-zone.ts';
import type { Project, User } from '../../lib/api/wire.ts';
import type { CurrentChip } from '../../lib/navigation/current-chip.ts';

/** What the rail of a wide window and the bars of a narrow one are drawn from. */
export interface Navigation {
  chip: CurrentChip;
  /** The place that the page belongs to. */
  place: string | undefined;
  projects: readonly Project[];
  project: string | undefined;
  user: User | undefined;
  /** Undefined until it is known. */
  zones: Zones | undefined;
  /** Whether a project is known, so that its runs can be asked for. */
  isReady: boolean;
}
