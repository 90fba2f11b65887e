import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wallClock } from '#shared/kernel/rules/calendar.ts';
import { flowsQuery } from '../../flows/lib/queries.ts';
import { Dialog, DialogForm } from '../../ui/components/dialog.tsx';
import { SelectField } from '../../ui/components/field.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { useTimeZone } from '../../ui/lib/api/time-zone.ts';
import { useWrite } from '../../ui/lib/api/use-write.ts';
import type { Schedule } from '../../ui/lib/api/wire.ts';
import { stateOf } from '../lib/state.ts';
import { ScheduleParameters } from './schedule-parameters.tsx';
import { SchedulePreview, useSchedulePreview } from './schedule-preview.tsx';
import styles from './schedules.module.css';
import { type When, WhenFields } from './when-fields.tsx';
import { ZoneField } from './zone-field.tsx';

interface ScheduleDialogProps {
  /** The flow, if it cannot be chosen. */
  flowName?: string | undefined;
  /** The schedule to change; absent, a new one is made. */
  schedule?: Schedule | undefined;
  open: boolean;
  onClose: () => void;
}

/** Makes a schedule of a flow, or changes when and with what one fires; shows its next runs while it is typed. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { schedule } = props;
  return (
    <Dialog
      title={schedule ? `Edit the schedule of ${schedule.flow_name}` : 'New schedule'}
      description="Skipped, and listed so, if another run is active then."
      open={props.open}
      onClose={props.onClose}
      wide
    >
      <ScheduleForm {...props} />
    </Dialog>
  );
}

function ScheduleForm({ flowName, schedule, onClose }: ScheduleDialogProps) {
  const usualZone = useTimeZone();
  const zone = schedule?.timezone ?? usualZone;
  const flows = useQuery(flowsQuery());
  const [chosen, setChosen] = useState(flowName ?? schedule?.flow_name);
  const [when, setWhen] = useState<When>(() => whenOf(schedule, zone));
  const [timezone, setTimezone] = useState(zone);
  const given = schedule?.parameters ?? {};
  const [parameters, setParameters] = useState<Record<string, unknown> | undefined>(given);
  const preview = useSchedulePreview('cron' in when ? when.cron : '', timezone);
  const name = chosen ?? flows.data?.[0]?.name;
  const save = useWrite(() => {
    const at = 'cron' in when ? { cron: when.cron } : { scheduled_time: when.time };
    const body = { ...at, timezone, parameters: parameters ?? {} };
    return schedule
      ? api.updateFlowSchedule({
          params: { schedule_id: schedule.schedule_id },
          // One that has fired is given another time so that it fires again.
          body: stateOf(schedule) === 'done' ? { ...body, active: true } : body,
        })
      : api.scheduleFlow({ params: { name: name ?? '' }, body });
  }, onClose);
  if (!flows.data) return <Pending error={flows.error} what="flows" />;
  return (
    <DialogForm
      action={schedule ? 'Save' : 'Create schedule'}
      busy={save.isPending}
      disabled={parameters === undefined || name === undefined}
      onCancel={onClose}
      onSubmit={() => save.mutate(undefined)}
    >
      {!schedule && flowName === undefined && (
        <SelectField
          label="Flow"
          value={name ?? ''}
          onChange={(event) => {
            setChosen(event.target.value);
            setParameters(given);
          }}
          required
        >
          {flows.data.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </SelectField>
      )}
      <div className={styles.when}>
        <WhenFields when={when} isFixed={schedule !== undefined} problem={preview.problems.cron} onChange={setWhen} />
        <ZoneField value={timezone} problem={preview.problems.timezone} onChange={setTimezone} />
      </div>
      {'cron' in when && <SchedulePreview preview={preview} timeZone={timezone} />}
      {name !== undefined && <ScheduleParameters flowName={name} given={given} onChange={setParameters} />}
      <ErrorNotice error={save.error} />
    </DialogForm>
  );
}

function whenOf(schedule: Schedule | undefined, zone: string): When {
  if (schedule?.schedule_type !== 'one-time') return { cron: schedule?.cron ?? '30 6 * * *' };
  return { time: schedule.scheduled_time ? wallClock(schedule.scheduled_time, zone) : '' };
}
