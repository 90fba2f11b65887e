import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { useWrite } from '../../ui/lib/api/use-write.ts';
import type { Schedule } from '../../ui/lib/api/wire.ts';
import { scheduleName } from '../lib/text.ts';

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
      description={`${scheduleName(schedule)} starts no more runs. A run that it started continues. Undoing this does not bring back the list of its past starts.`}
      action="Delete schedule"
      danger
      write={remove}
      onConfirm={() => remove.mutate(undefined)}
      open={props.open}
      onClose={props.onClose}
    />
  );
}
