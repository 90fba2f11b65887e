import { useQuery } from '@tanstack/react-query';
import { describeValue } from '#shared/values/rules/cell/display.ts';
import type { ChipOverview } from '../../../statistics/lib/overview/queries.ts';
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { metricsConfigQuery } from '../../../ui/lib/api/queries.ts';
import { textOf } from '../../../ui/lib/api/use-write.ts';
import { targetLabel } from '../../lib/metrics/cells.ts';
import { useDecideHeld } from '../../lib/metrics/held-query.ts';
import { displayOf } from '../../lib/metrics/metric-display.ts';

/** A value that waits to be accepted. */
export type HeldItem = NonNullable<ChipOverview['held']>['items'][number];

const acts = {
  accept: { verb: 'Accept', follows: 'It counts from now on, and is current unless a newer value counts.' },
  reject: { verb: 'Reject', follows: 'It never counts. The value before it stays current.' },
} as const;

/** Asks for the reason before a held value is accepted or rejected, which is not reversed. */
export function HeldDialog(props: {
  chipId: string;
  decision: keyof typeof acts;
  one: HeldItem;
  open: boolean;
  onClose: () => void;
}) {
  const { decision, one } = props;
  const config = useQuery(metricsConfigQuery());
  const display = displayOf(config.data, one.kind, one.metric);
  const write = useDecideHeld(props.chipId, props.onClose);
  const { verb, follows } = acts[decision];
  return (
    <ConfirmDialog
      title={`${verb} ${display.title} ${describeValue(display, one)} of ${targetLabel(one.kind, one.target_id)}?`}
      description={follows}
      action={verb}
      write={write}
      onConfirm={(form) => write.mutate({ decision, reason: textOf(form, 'reason'), values: [one] })}
      open={props.open}
      onClose={props.onClose}
    >
      <TextField
        label="Reason"
        optional
        name="reason"
        maxLength={500}
        autoComplete="off"
        hint="Kept in the audit log"
      />
    </ConfirmDialog>
  );
}
