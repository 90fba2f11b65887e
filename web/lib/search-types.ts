import {
  EXECUTION_STATUSES,
  type ExecutionStatus,
  TASK_STATUSES,
  type TaskStatus,
} from '#shared/domain/runs/statuses.ts';
import { validAsOf } from './as-of.ts';
import { choiceParam, countParam, dateParam, pageParam, textParam } from './search-params.ts';
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
/** URL of the execution list. */
export interface ExecutionsSearch extends PageSearch {
  chip?: string | undefined;
  status?: ExecutionStatus | undefined;
  flow?: string | undefined;
  /** A date (`YYYY-MM-DD`) of the calendar zone from which on executions are listed. */
  from?: string | undefined;
}
/** Reads the URL of the execution list. */
export const executionsSearch = (raw: Raw): ExecutionsSearch => ({
  page: pageParam(raw.page),
  chip: textParam(raw.chip),
  status: choiceParam(raw.status, EXECUTION_STATUSES),
  flow: textParam(raw.flow),
  from: dateParam(raw.from),
});

/** URL of an execution. */
export interface RunSearch {
  /** Narrows the table of tasks. */
  status?: TaskStatus | undefined;
  target?: string | undefined;
  sort?: string | undefined;
  /** `all` shows every task of a long table. */
  rows?: 'all' | undefined;
}
/** Reads the URL of an execution. */
export const runSearch = (raw: Raw): RunSearch => ({
  status: choiceParam(raw.status, TASK_STATUSES),
  target: textParam(raw.target),
  sort: textParam(raw.sort),
  rows: choiceParam(raw.rows, ['all'] as const),
});

/** URL of a comparison. */
export interface CompareSearch {
  before?: string | undefined;
  after?: string | undefined;
}
/** Reads the URL of a comparison. */
export const compareSearch = (raw: Raw): CompareSearch => ({
  before: textParam(raw.before),
  after: textParam(raw.after),
});

/** URL of a task. */
export interface TaskSearch {
  /** `interactive` shows figures that can be zoomed. */
  view?: 'interactive' | undefined;
  /** The measured parameter whose history is drawn. */
  value?: string | undefined;
}
/** Reads the URL of a task. */
export const taskSearch = (raw: Raw): TaskSearch => ({
  view: choiceParam(raw.view, ['interactive'] as const),
  value: textParam(raw.value),
});

/** URL of the flows. */
export interface FlowsSearch {
  /** The dialog that is open. */
  open?: 'new' | undefined;
  /** The template that it begins with. */
  template?: string | undefined;
}
/** Reads the URL of the flows. */
export const flowsSearch = (raw: Raw): FlowsSearch => ({
  open: choiceParam(raw.open, ['new'] as const),
  template: textParam(raw.template),
});

/** URL of a flow. */
export interface FlowSearch {
  /** A past version, to be read; absent for the flow as it stands. */
  version?: number | undefined;
  /** An earlier version, whose differences to `version` are shown. */
  against?: number | undefined;
}
/** Reads the URL of a flow. */
export const flowSearch = (raw: Raw): FlowSearch => ({
  version: countParam(raw.version),
  against: countParam(raw.against),
});

/** URL of the schedules. */
export interface SchedulesSearch extends PageSearch {
  flow?: string | undefined;
  /** The dialog that is open. */
  open?: 'new' | undefined;
}
/** Reads the URL of the schedules. */
export const schedulesSearch = (raw: Raw): SchedulesSearch => ({
  page: pageParam(raw.page),
  flow: textParam(raw.flow),
  open: choiceParam(raw.open, ['new'] as const),
});

/** Reads the URL of a schedule: a page of its firings. */
export const scheduleSearch = (raw: Raw): PageSearch => ({ page: pageParam(raw.page) });

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
  /** The cool-down whose notes are shown; absent: the one that the chip is in. */
  cooldown?: string | undefined;
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
  cooldown: textParam(raw.cooldown),
  layer: choiceParam(raw.layer, kinds),
  target: textParam(raw.target),
  sort: textParam(raw.sort),
  x: choiceParam(raw.x, ['log'] as const),
});
