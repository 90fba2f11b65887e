import { useBlocker } from '@tanstack/react-router';
import { Button } from './button.tsx';
import { Dialog, DialogBody } from './dialog.tsx';

/**
 * Asks before unsaved changes are left, by a link, the browser's buttons or closing the window. With `closesOn`, a change
 * of the same page's URL leaves them only where it changes one of these search parameters.
 */
export function LeaveGuard(props: { isActive: boolean; name: string; stay: string; closesOn?: readonly string[] }) {
  const { isActive, closesOn } = props;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!isActive || closesOn === undefined || current.pathname !== next.pathname) return isActive;
      const [from, to] = [current.search as Record<string, unknown>, next.search as Record<string, unknown>];
      return closesOn.some((name) => from[name] !== to[name]);
    },
    enableBeforeUnload: () => isActive,
    withResolver: true,
  });
  return (
    <Dialog
      title="Leave without saving?"
      description={`Your changes to ${props.name} are lost.`}
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
    >
      <DialogBody
        actions={
          <>
            <Button onClick={() => blocker.reset?.()}>Stay</Button>
            <Button variant="danger" onClick={() => blocker.proceed?.()}>
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
