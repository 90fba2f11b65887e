import { Button } from './button.tsx';
import { Dialog, DialogBody } from './dialog.tsx';

/** Asks whether unsaved changes are left. */
export function LeaveDialog(props: {
  name: string;
  stay: string;
  open: boolean;
  onStay: () => void;
  onLeave: () => void;
}) {
  return (
    <Dialog
      title="Leave without saving?"
      description={`Your changes to ${props.name} are lost.`}
      open={props.open}
      onClose={props.onStay}
    >
      <DialogBody
        actions={
          <>
            <Button onClick={props.onStay}>Stay</Button>
            <Button variant="danger" onClick={props.onLeave}>
              Leave
            </Button>
          </>
        }
      >
        <p>{props.stay}</p>
      </DialogBody>
    </Dialog>
  );
}
