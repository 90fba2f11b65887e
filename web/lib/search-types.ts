import { validAsOf } from './as-of.ts';
import { choiceParam, pageParam, textParam } from './search-params.ts';
import type { TargetKind } from './wire.ts';

/** What each page keeps in its URL. A value that makes no sense is dropped, so that a broken link still opens. */

type Raw = Record<string, unknown>;
const kinds = ['qubit', 'coupling'] as const;

/** URL of the login page. */
export interface LoginSearch {
  /** Where to go after the login; a path of this application. */
  return?: string | undefined;
}
/** Reads the uRL of the login page. */
export const loginSearch = (raw: Raw): LoginSearch => {
  const path = textParam(raw.return);
  return { return: path?.startsWith('/') && !/^\/[/\\]/.test(path) ? path : undefined };
};

/** URL of a paged list. */
export interface PageSearch {
  page?: number | undefined;
}
/** Reads the uRL of a paged list. */
export const pageSearch = (raw: Raw): PageSearch => ({ page: pageParam(raw.page) });

/** URL of the chip list. */
export interface ChipsSearch extends PageSearch {
  /** The dialog that is open. */
  open?: 'create' | 'import' | undefined;
}
/** Reads the uRL of the chip list. */
export const chipsSearch = (raw: Raw): ChipsSearch => ({
  page: pageParam(raw.page),
  open: choiceParam(raw.open, ['create', 'import'] as const),
});

/** URL of the cryostats. */
export interface CryoSearch extends PageSearch {
  /** The selected cool-down. */
  cooldown?: string | undefined;
}
/** Reads the URL of the cryostats. */
export const cryoSearch = (raw: Raw): CryoSearch => ({ page: pageParam(raw.page), cooldown: textParam(raw.cooldown) });

/** URL of a chip. */
export interface ChipSearch extends PageSearch {
  layer?: TargetKind | undefined;
}
/** Reads the uRL of a chip. */
export const chipSearch = (raw: Raw): ChipSearch => ({
  page: pageParam(raw.page),
  layer: choiceParam(raw.layer, kinds),
});

/** URL of a qubit or coupling. */
export interface TargetSearch {
  metric?: string | undefined;
}
/** Reads the uRL of a qubit or coupling. */
export const targetSearch = (raw: Raw): TargetSearch => ({ metric: textParam(raw.metric) });

/** URL of the dashboard. */
export interface DashboardSearch {
  chip?: string | undefined;
  /** Metric of the qubits. */
  qubit?: string | undefined;
  /** Metric of the couplings; `none` draws plain lines. */
  coupling?: string | undefined;
  as_of?: string | undefined;
  /** The layer of keyboard, distribution and table. */
  layer?: TargetKind | undefined;
  /** The selected target of that layer. */
  target?: string | undefined;
  sort?: string | undefined;
  /** `log` draws the distribution on a logarithmic axis. */
  x?: 'log' | undefined;
}
/** Reads the uRL of the dashboard. */
export const dashboardSearch = (raw: Raw): DashboardSearch => ({
  chip: textParam(raw.chip),
  qubit: textParam(raw.qubit),
  coupling: textParam(raw.coupling),
  as_of: validAsOf(raw.as_of),
  layer: choiceParam(raw.layer, kinds),
  target: textParam(raw.target),
  sort: textParam(raw.sort),
  x: choiceParam(raw.x, ['log'] as const),
});
