import { api } from '../../lib/api.ts';
import { scheduleName } from '../../lib/schedules/text.ts';
import { useWrite } from '../../lib/use-write.ts';
import type { Schedule } from '../../lib/wire.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';

/** Asks before a schedule is deleted, and names it. */
export function DeleteScheduleDialog(props: {
  schedule: Schedule;
  open: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { schedule } = props;
  const remove = useWrite(
    () => api.deleteFlowSchedule({ params: { schedule_id: schedule.schedule_id } }),
    props.onDeleted,
  );
  return (
    <ConfirmDialog
      title="Delete this schedule?"
      description={`${scheduleName(schedule)} does not fire any more. A run that it started goes on.`}
      action="Delete the schedule"
      danger
      write={remove}
      onConfirm={() => remove.mutate(undefined)}
      open={props.open}
      onClose={props.onClose}
    />
  );
}
