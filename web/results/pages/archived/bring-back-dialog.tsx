import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { textOf, useWrite } from '../../../ui/lib/api/use-write.ts';
import { countText } from '../../../ui/lib/format/usage.ts';
import type { ArchivedMonth } from '../../lib/archived.ts';

/** Brings the results of a month back for some days. */
export function BringBackDialog(props: { month: ArchivedMonth; named: string; open: boolean; onClose: () => void }) {
  const { chip_id, month, results } = props.month;
  const bringBack = useWrite(
    (days: number) => api.restoreArchivedMonth({ params: { chip_id, month }, body: { days } }),
    props.onClose,
  );
  return (
    <ConfirmDialog
      title={`Bring back ${props.named}?`}
      description={`${countText(results)} results are in lists, runs and exports again some minutes later, for everyone in this project. What is changed meanwhile stays; the others leave when the days are over.`}
      action="Bring back"
      write={bringBack}
      onConfirm={(form) => bringBack.mutate(Number(textOf(form, 'days')))}
      open={props.open}
      onClose={props.onClose}
    >
      <TextField label="Days" name="days" type="number" min={1} max={90} defaultValue={14} required hint="1 to 90" />
    </ConfirmDialog>
  );
}
