import { ELEMENT_KINDS, type ElementKind, type LatticeKind } from '#shared/chips/rules/target-kinds.ts';
import {
  EXECUTION_STATUSES,
  type ExecutionStatus,
  TASK_STATUSES,
  type TaskStatus,
} from '#shared/runs/rules/statuses.ts';
import { LARGEST_PATCH } from '#shared/statistics/rules/patch/costed-set.ts';
import { sideParam } from '../../../statistics/lib/differences/sides.ts';
import { sinceParam } from '../../../statistics/lib/overview/since.ts';
import { type WallOrder, wallOrders } from '../../../values/lib/wall/orders.ts';
import { pastParam } from './as-of.ts';
import { choiceParam, countParam, dateParam, instantParam, pageParam, textParam } from './search-params.ts';

/** What each page keeps in its URL. A value that makes no sense is dropped, so that a broken link still opens. */

type Raw = Record<string, unknown>;
const kinds = ['qubit', 'coupling'] as const;

export interface PageSearch {
  page?: number | undefined;
}
export interface InboxSearch extends PageSearch {
  /** `unread` leaves out what was read. */
  show?: 'unread' | undefined;
}
export const inboxSearch = (raw: Raw): InboxSearch => ({
  page: pageParam(raw.page),
  show: choiceParam(raw.show, ['unread'] as const),
});

const deliveryStatuses = ['pending', 'delivered', 'dead'] as const;

export interface WebhookSearch extends PageSearch {
  /** The status of the listed deliveries. */
  status?: (typeof deliveryStatuses)[number] | undefined;
}
export const webhookSearch = (raw: Raw): WebhookSearch => ({
  page: pageParam(raw.page),
  status: choiceParam(raw.status, deliveryStatuses),
});

export interface ImportsSearch {
  /** The import whose report is shown; the latest if absent. */
  import?: string | undefined;
}
export const importsSearch = (raw: Raw): ImportsSearch => ({ import: textParam(raw.import) });

export interface RunsSearch extends PageSearch {
  chip?: string | undefined;
  status?: ExecutionStatus | undefined;
  flow?: string | undefined;
  /** Who started it. */
  who?: string | undefined;
  /** A date (`YYYY-MM-DD`) of the calendar zone from which on runs are listed. */
  from?: string | undefined;
}
export const runsSearch = (raw: Raw): RunsSearch => ({
  page: pageParam(raw.page),
  chip: textParam(raw.chip),
  status: choiceParam(raw.status, EXECUTION_STATUSES),
  flow: textParam(raw.flow),
  who: textParam(raw.who),
  from: dateParam(raw.from),
});

export interface RunSearch {
  /** Narrows the table of tasks. */
  status?: TaskStatus | undefined;
  target?: string | undefined;
  sort?: string | undefined;
  /** `all` shows every task of a long table. */
  rows?: 'all' | undefined;
  /** `map` shows the tasks on the chip instead of in a matrix. */
  view?: 'map' | undefined;
  /** The task, and its value, on the map. */
  task?: string | undefined;
  value?: string | undefined;
}
export const runSearch = (raw: Raw): RunSearch => ({
  status: choiceParam(raw.status, TASK_STATUSES),
  target: textParam(raw.target),
  sort: textParam(raw.sort),
  rows: choiceParam(raw.rows, ['all'] as const),
  view: choiceParam(raw.view, ['map'] as const),
  task: textParam(raw.task),
  value: textParam(raw.value),
});

export interface ValuesSearch {
  layer?: LatticeKind | undefined;
  /** The column that the rows are ordered by, `-` before it for the largest first. */
  sort?: string | undefined;
  /** Cells have the colours of the map. */
  tint?: 'on' | undefined;
  /** The metrics that have a column, `t1,t2_echo`, or `all`; absent: as many of the usual ones as fit. */
  cols?: string | undefined;
  /** The ticked targets of the layer, with commas between them. */
  sel?: string | undefined;
  /** The day as whose end left them they are shown, or an instant; absent: now. */
  as_of?: string | undefined;
}
export const valuesSearch = (raw: Raw): ValuesSearch => ({
  layer: choiceParam(raw.layer, kinds),
  sort: textParam(raw.sort),
  tint: choiceParam(raw.tint, ['on'] as const),
  cols: textParam(raw.cols),
  sel: textParam(raw.sel),
  as_of: pastParam(raw.as_of),
});

export interface CompareSearch {
  before?: string | undefined;
  after?: string | undefined;
}
export const compareSearch = (raw: Raw): CompareSearch => ({
  before: textParam(raw.before),
  after: textParam(raw.after),
});

export interface DifferencesSearch {
  /** The sides, such as `run:20261122-001`; without one after it is now. */
  before?: string | undefined;
  after?: string | undefined;
  /** The metric of the map, `qubit t1`, and the target whose changes are listed alone. */
  metric?: string | undefined;
  target?: string | undefined;
}
export const differencesSearch = (raw: Raw): DifferencesSearch => ({
  before: sideParam(raw.before),
  after: sideParam(raw.after),
  metric: textParam(raw.metric),
  target: textParam(raw.target),
});

export interface TaskSearch {
  /** `interactive` shows figures that can be zoomed. */
  view?: 'interactive' | undefined;
  /** The measured parameter whose history is drawn. */
  value?: string | undefined;
  /** The part of the history that is looked at: two instants. */
  from?: string | undefined;
  to?: string | undefined;
}
export const taskSearch = (raw: Raw): TaskSearch => ({
  view: choiceParam(raw.view, ['interactive'] as const),
  value: textParam(raw.value),
  from: instantParam(raw.from),
  to: instantParam(raw.to),
});

export interface FlowsSearch {
  /** The dialog that is open. */
  open?: 'new' | undefined;
  /** The template that it begins with. */
  template?: string | undefined;
}
export const flowsSearch = (raw: Raw): FlowsSearch => ({
  open: choiceParam(raw.open, ['new'] as const),
  template: textParam(raw.template),
});

export interface FlowSearch {
  /** A past version, to be read; absent for the current flow. */
  version?: number | undefined;
  /** An earlier version, whose differences to `version` are shown. */
  against?: number | undefined;
}
export const flowSearch = (raw: Raw): FlowSearch => ({
  version: countParam(raw.version),
  against: countParam(raw.against),
});

export interface SchedulesSearch extends PageSearch {
  flow?: string | undefined;
  /** The dialog that is open. */
  open?: 'new' | undefined;
}
export const schedulesSearch = (raw: Raw): SchedulesSearch => ({
  page: pageParam(raw.page),
  flow: textParam(raw.flow),
  open: choiceParam(raw.open, ['new'] as const),
});

/** Of a page that keeps nothing else in its URL. */
export const pageSearch = (raw: Raw): PageSearch => ({ page: pageParam(raw.page) });

export interface ChipsSearch extends PageSearch {
  /** The dialog that is open. */
  open?: 'create' | 'import' | undefined;
}
export const chipsSearch = (raw: Raw): ChipsSearch => ({
  page: pageParam(raw.page),
  open: choiceParam(raw.open, ['create', 'import'] as const),
});

/** The topology that a new one begins as. */
export const newTopologySearch = (raw: Raw): { from?: string | undefined } => ({ from: textParam(raw.from) });

export interface CryoSearch extends PageSearch {
  /** The selected cool-down. */
  cooldown?: string | undefined;
}
export const cryoSearch = (raw: Raw): CryoSearch => ({ page: pageParam(raw.page), cooldown: textParam(raw.cooldown) });

export interface ChipSearch extends PageSearch {
  layer?: LatticeKind | undefined;
}
export const chipSearch = (raw: Raw): ChipSearch => ({
  page: pageParam(raw.page),
  layer: choiceParam(raw.layer, kinds),
});

export interface ChipPageSearch {
  /** Since when the overview tells: a word such as `yesterday`, or an instant; absent: yesterday 07:00. */
  since?: string | undefined;
  /** The ticked targets among what has changed, with commas between them. */
  sel?: string | undefined;
  /** The day as whose end left it the chip is shown, or an instant; absent: now. */
  as_of?: string | undefined;
}
export const chipPageSearch = (raw: Raw): ChipPageSearch => ({
  since: sinceParam(raw.since),
  sel: textParam(raw.sel),
  as_of: pastParam(raw.as_of),
});

export interface WallSearch {
  task?: string | undefined;
  /** The run, or the day (`YYYY-MM-DD`) of the calendar zone, whose results are shown; absent: the latest of all. */
  run?: string | undefined;
  date?: string | undefined;
  /** Absent: the worst fit first. */
  order?: WallOrder | undefined;
  failed?: 'only' | undefined;
}
export const wallSearch = (raw: Raw): WallSearch => {
  const run = textParam(raw.run);
  return {
    task: textParam(raw.task),
    run,
    date: run === undefined ? dateParam(raw.date) : undefined,
    order: choiceParam(raw.order, wallOrders),
    failed: choiceParam(raw.failed, ['only'] as const),
  };
};

export interface MuxesSearch extends PageSearch {
  /** A date (`YYYY-MM-DD`) of the calendar zone, whose latest results are shown; absent: the latest of all. */
  date?: string | undefined;
}
export const muxesSearch = (raw: Raw): MuxesSearch => ({ page: pageParam(raw.page), date: dateParam(raw.date) });

export interface ChipDaysSearch extends ChipSearch {
  /** The day (`YYYY-MM-DD`) that is shown; absent: the newest on which something was written. */
  date?: string | undefined;
  /** The page of the list of days. */
  days?: number | undefined;
  /** The metrics that have a column, as on the page of values. */
  cols?: string | undefined;
}
export const chipDaysSearch = (raw: Raw): ChipDaysSearch => ({
  ...chipSearch(raw),
  date: dateParam(raw.date),
  days: pageParam(raw.days),
  cols: textParam(raw.cols),
});

export interface TargetSearch {
  /** On the page of a coupling: the id is that of an element. */
  kind?: ElementKind | undefined;
  metric?: string | undefined;
  /** The part of the history that is looked at: two instants. */
  from?: string | undefined;
  to?: string | undefined;
  /** As of the chip. */
  as_of?: string | undefined;
}
export const targetSearch = (raw: Raw): TargetSearch => ({
  kind: choiceParam(raw.kind, ELEMENT_KINDS),
  as_of: pastParam(raw.as_of),
  metric: textParam(raw.metric),
  from: instantParam(raw.from),
  to: instantParam(raw.to),
});

export interface DashboardSearch {
  chip?: string | undefined;
  /** Metric of the qubits. */
  qubit?: string | undefined;
  /** Metric of the couplings; `none` draws plain lines. */
  coupling?: string | undefined;
  as_of?: string | undefined;
  /** Which of the values of the range stand for it; absent: the latest. */
  mode?: string | undefined;
  /**
   * The range: from a date, an instant or `now-7d`, to a date or an instant. Unknown values are kept, and named on the
   * page.
   */
  from?: string | undefined;
  to?: string | undefined;
  /** The ticked targets of the active layer, with commas between them. */
  sel?: string | undefined;
  /** Metrics whose sections are open, `qubit.t1` each, with commas between them. */
  open?: string | undefined;
  /** The cool-down whose notes are shown; absent: the one that the chip is in. */
  cooldown?: string | undefined;
  /** The layer of keyboard, distribution and table. */
  layer?: LatticeKind | undefined;
  /** The selected target of that layer. */
  target?: string | undefined;
  sort?: string | undefined;
  /** How many qubits the best patch has that is drawn. */
  patch?: number | undefined;
  /** `log` draws the distribution on a logarithmic axis. */
  x?: 'log' | undefined;
}
/** How a page of the dashboard changes its URL; what it leaves out stays. */
export type ChangeDashboard = (change: DashboardSearch) => void;

export const dashboardSearch = (raw: Raw): DashboardSearch => ({
  chip: textParam(raw.chip),
  qubit: textParam(raw.qubit),
  coupling: textParam(raw.coupling),
  as_of: textParam(raw.as_of),
  mode: textParam(raw.mode),
  from: textParam(raw.from),
  to: textParam(raw.to),
  open: textParam(raw.open),
  sel: textParam(raw.sel),
  cooldown: textParam(raw.cooldown),
  layer: choiceParam(raw.layer, kinds),
  target: textParam(raw.target),
  sort: textParam(raw.sort),
  patch: countParam(raw.patch, LARGEST_PATCH),
  x: choiceParam(raw.x, ['log'] as const),
});
