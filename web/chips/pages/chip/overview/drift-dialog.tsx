import { useQuery } from '@tanstack/react-query';
import type { DriftAlert } from '../../../../statistics/lib/drift/queries.ts';
import { ConfirmDialog } from '../../../../ui/components/confirm-dialog.tsx';
import { CheckField, SelectField, TextField } from '../../../../ui/components/field.tsx';
import { api } from '../../../../ui/lib/api/api.ts';
import { metricsConfigQuery } from '../../../../ui/lib/api/queries.ts';
import { textOf, useWrite } from '../../../../ui/lib/api/use-write.ts';
import { targetLabel } from '../../../../values/lib/metrics/cells.ts';
import { displayOf } from '../../../../values/lib/metrics/metric-display.ts';

/** The answer that the user is about to give to an alert. */
export interface DriftAct {
  kind: 'acknowledge' | 'mute';
  alert: DriftAlert;
}

const DAY_MS = 86_400_000;

/** Asks for the reason, and for what it is of, before an alert is acknowledged or muted. */
export function DriftDialog(props: { chipId: string; act: DriftAct; open: boolean; onClose: () => void }) {
  const { chipId, act, open, onClose } = props;
  const { metric, kind, target_id: targetId } = act.alert;
  const config = useQuery(metricsConfigQuery());
  const { title } = displayOf(config.data, kind, metric);
  const params = { chip_id: chipId };
  const write = useWrite(async (form: FormData): Promise<void> => {
    const reason = textOf(form, 'reason');
    if (act.kind === 'acknowledge') {
      const own = targetId === null ? {} : { target_id: targetId };
      const accept_level = form.get('accept_level') !== null;
      await api.acknowledgeDrift({ params, body: { metric, ...own, reason, accept_level } });
      return;
    }
    const scope = textOf(form, 'scope');
    const until = new Date(Date.now() + Number(textOf(form, 'days')) * DAY_MS).toISOString();
    const named = {
      ...(scope !== 'target' && { metric }),
      ...(scope !== 'metric' && targetId !== null && { target_id: targetId }),
    };
    await api.upsertDriftMute({ params, body: { ...named, until, reason } });
  }, onClose);
  const where = targetId === null ? title : `${title} of ${targetLabel(kind, targetId)}`;
  const reason = (
    <TextField
      label="Reason"
      name="reason"
      maxLength={200}
      required
      autoComplete="off"
      hint="Shown with the alert and kept in the audit log"
    />
  );
  if (act.kind === 'acknowledge')
    return (
      <ConfirmDialog
        title={`Acknowledge the drift of ${where}?`}
        description="The alert stays active until it ends, and shows who acknowledged it."
        action="Acknowledge"
        write={write}
        onConfirm={(form) => write.mutate(form)}
        open={open}
        onClose={onClose}
      >
        {reason}
        <CheckField name="accept_level" label="Accept the new level: it is the reference from the next day on" />
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      title={`Mute the drift of ${where}?`}
      description="It sends no notifications until then. It is still computed, counted and shown."
      action="Mute"
      write={write}
      onConfirm={(form) => write.mutate(form)}
      open={open}
      onClose={onClose}
    >
      <SelectField label="What" name="scope" defaultValue={targetId === null ? 'metric' : 'series'}>
        {targetId !== null && <option value="series">{where}</option>}
        <option value="metric">{title} of every target</option>
        {targetId !== null && <option value="target">Every metric of {targetLabel(kind, targetId)}</option>}
      </SelectField>
      <SelectField label="For" name="days" defaultValue="7">
        <option value="1">1 day</option>
        <option value="7">1 week</option>
        <option value="28">4 weeks</option>
        <option value="84">12 weeks</option>
      </SelectField>
      {reason}
    </ConfirmDialog>
  );
}
