import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wallClock } from '#shared/domain/calendar.ts';
import { api } from '../../lib/api/api.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import type { Schedule } from '../../lib/api/wire.ts';
import { defaultsOf } from '../../lib/flows/draft.ts';
import { flowsQuery } from '../../lib/flows/queries.ts';
import { cronWords } from '../../lib/schedules/cron-words.ts';
import { stateOf } from '../../lib/schedules/text.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { AreaField, SelectField, TextField } from '../field.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Pending } from '../pending.tsx';
import { Segmented } from '../segmented.tsx';
import { SchedulePreview, useSchedulePreview } from './schedule-preview.tsx';
import styles from './schedules.module.css';
import { ZoneField } from './zone-field.tsx';

interface ScheduleDialogProps {
  /** The flow, where it is not to be chosen. */
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

const kinds = [
  { value: 'cron', label: 'Repeat' },
  { value: 'once', label: 'Once' },
] as const;

/** Expressions to begin with. */
const usual = ['30 6 * * *', '30 6 * * 1-5', '0 */4 * * *', '0 3 * * 0'] as const;

function ScheduleForm({ flowName, schedule, onClose }: ScheduleDialogProps) {
  const usualZone = useTimeZone();
  const zone = schedule?.timezone ?? usualZone;
  const flows = useQuery(flowsQuery());
  const [chosen, setChosen] = useState(flowName ?? schedule?.flow_name);
  const [kind, setKind] = useState<'cron' | 'once'>(schedule?.schedule_type === 'one-time' ? 'once' : 'cron');
  const [cron, setCron] = useState(schedule?.cron ?? usual[0]);
  const [time, setTime] = useState(schedule?.scheduled_time ? wallClock(schedule.scheduled_time, zone) : '');
  const [timezone, setTimezone] = useState(zone);
  const [text, setText] = useState(
    schedule && Object.keys(schedule.parameters).length > 0 ? JSON.stringify(schedule.parameters, null, 2) : '',
  );
  const preview = useSchedulePreview(kind === 'cron' ? cron : '', timezone);
  const parameters = defaultsOf(text);
  const name = chosen ?? flows.data?.[0]?.name;
  const save = useWrite(() => {
    const at = kind === 'cron' ? { cron } : { scheduled_time: time };
    const body = { ...at, timezone, parameters: parameters.ok ? parameters.value : {} };
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
      disabled={!parameters.ok || name === undefined}
      onCancel={onClose}
      onSubmit={() => save.mutate(undefined)}
    >
      {!schedule && flowName === undefined && (
        <SelectField label="Flow" value={name ?? ''} onChange={(event) => setChosen(event.target.value)} required>
          {flows.data.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </SelectField>
      )}
      {!schedule && <Segmented label="How often" options={kinds} value={kind} onChange={setKind} />}
      <div className={styles.pair}>
        {kind === 'cron' ? (
          <TextField
            label="Cron expression"
            hint="Minute, hour, day of the month, month, day of the week"
            problem={preview.problems.cron}
            list="usual-schedules"
            required
            autoComplete="off"
            spellCheck={false}
            value={cron}
            onChange={(event) => setCron(event.target.value)}
          />
        ) : (
          <TextField
            label="Time"
            type="datetime-local"
            required
            value={time}
            onChange={(event) => setTime(event.target.value)}
          />
        )}
        <ZoneField value={timezone} problem={preview.problems.timezone} onChange={setTimezone} />
      </div>
      <datalist id="usual-schedules">
        {usual.map((expression) => (
          <option key={expression} value={expression}>
            {cronWords(expression)}
          </option>
        ))}
      </datalist>
      {kind === 'cron' && <SchedulePreview preview={preview} timeZone={timezone} />}
      <AreaField
        label="Parameters"
        optional
        rows={3}
        code
        spellCheck={false}
        placeholder='{"qids": ["0", "1"]}'
        hint="JSON. Overrides the flow's defaults"
        problem={parameters.ok ? undefined : parameters.message}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ErrorNotice error={save.error} />
    </DialogForm>
  );
}
