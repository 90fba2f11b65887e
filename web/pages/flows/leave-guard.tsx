import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogBody } from '../../components/dialog.tsx';

/** Asks before a page with unsaved changes is left, by a link, the browser's buttons or closing the window. */
export function LeaveGuard({ isOn, name }: { isOn: boolean; name: string }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isOn,
    enableBeforeUnload: () => isOn,
    withResolver: true,
  });
  return (
    <Dialog
      title="Leave without saving?"
      description={`What you changed in ${name} is lost then.`}
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
    >
      <DialogBody
        actions={
          <>
            <Button onClick={() => blocker.reset?.()}>Stay</Button>
            <Button look="danger" onClick={() => blocker.proceed?.()}>
              Leave
            </Button>
          </>
        }
      >
        <p>Stay to save it as a new version.</p>
      </DialogBody>
    </Dialog>
  );
}
