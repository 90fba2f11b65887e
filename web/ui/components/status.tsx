import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import type { TaskStatus } from '#shared/runs/rules/statuses.ts';
import { stateOf } from '../../schedules/lib/state.ts';
import { classNames } from '../../values/lib/look/class-names.ts';
import type { MapCell } from '../../values/lib/metrics/cells.ts';
import { isMeasuredOnly, measuredOnlyText } from '../../values/lib/metrics/listed-metrics.ts';
import type { Cryostat, Firing, RunSummary, SeenWorker, WebhookDelivery } from '../lib/api/wire.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './status.module.css';

type StatusStyle = { tone: 'good' | 'live' | 'warn' | 'bad' | 'neutral'; icon: IconName };

const runStyles: Record<RunSummary['status'], StatusStyle> = {
  scheduled: { tone: 'neutral', icon: 'clock' },
  running: { tone: 'live', icon: 'play' },
  completed: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  cancelled: { tone: 'neutral', icon: 'stop' },
};

const taskStyles: Record<TaskStatus, StatusStyle> = {
  scheduled: { tone: 'neutral', icon: 'clock' },
  pending: { tone: 'neutral', icon: 'clock' },
  running: { tone: 'live', icon: 'play' },
  completed: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  skipped: { tone: 'neutral', icon: 'skip' },
  cancelled: { tone: 'neutral', icon: 'stop' },
};

const cryostatStyles: Record<Cryostat['status'], StatusStyle> = {
  active: { tone: 'good', icon: 'check' },
  maintenance: { tone: 'warn', icon: 'alert' },
  decommissioned: { tone: 'neutral', icon: 'stop' },
};

const scheduleStyles: Record<ReturnType<typeof stateOf>, StatusStyle> = {
  active: { tone: 'good', icon: 'clock' },
  paused: { tone: 'warn', icon: 'stop' },
  done: { tone: 'neutral', icon: 'check' },
};

const firingStyles: Record<Firing['outcome'], StatusStyle> = {
  started: { tone: 'good', icon: 'check' },
  skipped: { tone: 'warn', icon: 'skip' },
  failed: { tone: 'bad', icon: 'cross' },
};

const deliveryStyles: Record<WebhookDelivery['status'], StatusStyle> = {
  pending: { tone: 'warn', icon: 'clock' },
  delivered: { tone: 'good', icon: 'check' },
  dead: { tone: 'bad', icon: 'cross' },
};

const workerStyles: Record<SeenWorker['status'], StatusStyle> = {
  idle: { tone: 'good', icon: 'check' },
  running: { tone: 'live', icon: 'play' },
  silent: { tone: 'neutral', icon: 'clock' },
};

const cellStyles: Record<MapCell['state'], StatusStyle> = {
  fresh: { tone: 'good', icon: 'check' },
  // Time alone asks for no decision.
  stale: { tone: 'neutral', icon: 'clock' },
  faulty: { tone: 'bad', icon: 'cross' },
  missing: { tone: 'neutral', icon: 'ring' },
};

function Status({ variant, word }: { variant: StatusStyle; word: string }) {
  return (
    <span className={classNames(styles.status, styles[variant.tone])}>
      <Icon name={variant.icon} size={14} />
      {word}
    </span>
  );
}

/** A run's status by icon and word; one that is being cancelled says so until it has ended. */
export const RunStatus = ({
  status,
  isCancelling = false,
  isRecordedLater = false,
}: {
  status: RunSummary['status'];
  isCancelling?: boolean;
  isRecordedLater?: boolean;
}) => {
  if (isCancelling) return <Status variant={{ tone: 'warn', icon: 'stop' }} word="cancelling" />;
  // It is over at the lab, and not all of it is here.
  if (isRecordedLater && status === 'running')
    return <Status variant={{ tone: 'warn', icon: 'clock' }} word="partly recorded" />;
  return <Status variant={runStyles[status]} word={status} />;
};

/** A task's status by icon and word. */
export const TaskStatusMark = ({ status }: { status: TaskStatus }) => (
  <Status variant={taskStyles[status]} word={status} />
);

/** A cryostat's status by icon and word. */
export const CryostatStatus = ({ status }: { status: Cryostat['status'] }) => (
  <Status variant={cryostatStyles[status]} word={status} />
);

/** The state of a schedule, by icon and word. */
export function ScheduleStatus({ schedule }: { schedule: Parameters<typeof stateOf>[0] }) {
  const state = stateOf(schedule);
  return <Status variant={scheduleStyles[state]} word={state} />;
}

/** The outcome of a firing, by icon and word. */
export const FiringOutcome = ({ outcome }: { outcome: Firing['outcome'] }) => (
  <Status variant={firingStyles[outcome]} word={outcome} />
);

/** The status of a delivery to a webhook, by icon and word. */
export const DeliveryStatus = ({ status }: { status: WebhookDelivery['status'] }) => (
  <Status variant={deliveryStyles[status]} word={status === 'dead' ? 'given up' : status} />
);

/** What a worker was about when it was last seen, by icon and word. */
export const WorkerStatus = ({ status }: { status: SeenWorker['status'] }) => (
  <Status variant={workerStyles[status]} word={status} />
);

/** Marks a result that is left out of statistics; the reason is shown on hover and read by screen readers. */
export const ExcludedMark = ({ reason }: { reason?: string | undefined }) => (
  <span title={reason ? visibleText(reason) : undefined}>
    <Status variant={{ tone: 'warn', icon: 'skip' }} word="excluded" />
    {reason && <span className="visually-hidden">: {visibleText(reason)}</span>}
  </span>
);

/** A value's state by icon and word. */
export const ValueState = ({ state }: { state: MapCell['state'] }) => (
  <Status variant={cellStyles[state]} word={state} />
);

/** What the write gate says of a value; why, on hover. What counts as others do is not marked, but for its remark. */
export function GateState(mark: { state: string; because?: string | undefined; reason: string }) {
  const isDoubted = mark.state === 'held' && !isMeasuredOnly(mark);
  return (
    <span title={mark.reason}>
      <Status
        variant={{ tone: isDoubted ? 'warn' : 'neutral', icon: isDoubted ? 'alert' : 'ring' }}
        word={isMeasuredOnly(mark) ? measuredOnlyText : mark.state}
      />
    </span>
  );
}
