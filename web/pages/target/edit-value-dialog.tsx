import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { parseWallClock, wallClock } from '#shared/domain/calendar.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogBody, DialogForm } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { api } from '../../lib/api/api.ts';
import { projectKey } from '../../lib/api/queries.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import type { MetricsConfig, Target, TargetKind } from '../../lib/api/wire.ts';
import { targetLabel } from '../../lib/metrics/cells.ts';
import styles from './edit-value-dialog.module.css';

interface EditProps {
  chipId: string;
  kind: TargetKind;
  target: Target;
  config: MetricsConfig;
  metric: string;
  onClose: () => void;
}

/** Sets or corrects a value by hand; what was there stays in the history. */
export function EditValueDialog({ open, ...props }: EditProps & { open: boolean }) {
  return (
    <Dialog
      title={`Set a value of ${targetLabel(props.kind, props.target.qid)}`}
      description="The newest value is current. Older ones stay in the history."
      open={open}
      onClose={props.onClose}
    >
      <EditValueForm {...props} />
    </Dialog>
  );
}

function EditValueForm({ chipId, kind, target, config, metric: initial, onClose }: EditProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const [metric, setMetric] = useState(initial);
  const [now] = useState(() => wallClock(new Date().toISOString(), timeZone));
  const listed = kind === 'qubit' ? config.qubit_metrics : config.coupling_metrics;
  const current = target.data[metric];
  const keys = [...new Set([...Object.keys(target.data), ...target.faulty, ...Object.keys(listed), initial])];
  const save = useMutation({
    mutationFn: (form: FormData) =>
      api.updateCalibrationParameters({ body: bodyOf(form, chipId, target.qid, metric, timeZone) }),
    onSuccess: async ({ remarks }) => {
      await queryClient.invalidateQueries({ queryKey: projectKey() });
      if (Object.keys(remarks).length === 0) onClose();
      await navigate({
        to: kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target',
        params: { chipId, target: target.qid },
        search: { metric },
        replace: true,
      });
    },
  });
  const remarks = Object.entries(save.data?.remarks ?? {});
  if (save.data && remarks.length > 0)
    return (
      <DialogBody
        actions={
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <Notice tone="warn">
          <span>Saved, and it counts. The write gate remarks:</span>
          <ul>
            {remarks.map(([key, { reason }]) => (
              <li key={key}>
                {listed[key]?.title ?? key}: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      </DialogBody>
    );
  return (
    <DialogForm action="Save" busy={save.isPending} onCancel={onClose} onSubmit={(form) => save.mutate(form)}>
      <SelectField label="Metric" value={metric} onChange={(event) => setMetric(event.target.value)}>
        {keys.map((key) => (
          <option key={key} value={key}>
            {listed[key]?.title ? `${listed[key].title} (${key})` : key}
          </option>
        ))}
      </SelectField>
      <div className={styles.row} key={metric}>
        <TextField
          label="Value"
          name="value"
          type="number"
          step="any"
          required
          hint={current ? `now ${current.value}` : listed[metric]?.draw_as_error ? '0 to 1, or in %' : undefined}
        />
        <TextField label="Error" name="error" type="number" step="any" min="0" optional />
        <TextField
          label="Unit"
          name="unit"
          maxLength={32}
          defaultValue={current?.unit ?? listed[metric]?.stored_unit ?? ''}
        />
      </div>
      <TextField
        label={`Measured at (${timeZone})`}
        name="calibrated_at"
        type="datetime-local"
        step="1"
        defaultValue={now}
        required
      />
      <TextField label="Reason" name="reason" maxLength={500} optional hint="Kept in the history with the value" />
      <ErrorNotice error={save.error} />
    </DialogForm>
  );
}

function bodyOf(form: FormData, chipId: string, qid: string, metric: string, timeZone: string) {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  return {
    chip_id: chipId,
    qid,
    parameters: {
      [metric]: {
        value: Number(text('value')),
        error: text('error') === '' ? null : Number(text('error')),
        unit: text('unit'),
        calibrated_at: parseWallClock(text('calibrated_at'), timeZone) ?? null,
      },
    },
    reason: text('reason') || null,
  };
}
