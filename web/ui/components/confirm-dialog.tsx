import type { ReactNode } from 'react';
import { Dialog, DialogForm } from './dialog.tsx';
import { ErrorNotice } from './notice.tsx';

/** Asks before one thing is done: says what follows from it, does it when that is confirmed, and says why it was refused. */
export function ConfirmDialog(props: {
  title: string;
  description: string;
  action: string;
  /** What the way back is called, where "Cancel" would be misread. */
  cancelLabel?: string;
  danger?: boolean;
  /** The state of the action. */
  write: { isPending: boolean; error: Error | null; reset: () => void };
  /** Does it, with what was entered. */
  onConfirm: (form: FormData) => void;
  open: boolean;
  onClose: () => void;
  /** Fields of the action. */
  children?: ReactNode;
}) {
  const { write } = props;
  const close = () => {
    // Clear an earlier refusal before the dialog is shown again.
    write.reset();
    props.onClose();
  };
  return (
    <Dialog title={props.title} description={props.description} open={props.open} onClose={close}>
      <DialogForm
        action={props.action}
        {...(props.cancelLabel !== undefined && { cancelLabel: props.cancelLabel })}
        {...(props.danger && { danger: true })}
        busy={write.isPending}
        onCancel={close}
        onSubmit={props.onConfirm}
      >
        {props.children}
        <ErrorNotice error={write.error} />
      </DialogForm>
    </Dialog>
  );
}
