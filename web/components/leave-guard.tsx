import { useBlocker } from '@tanstack/react-router';
import { Button } from './button.tsx';
import { Dialog, DialogBody } from './dialog.tsx';

/**
 * Asks before unsaved changes are left, by a link, the browser's buttons or closing the window. With `boundTo`, a change
 * of the same page's URL leaves them only where it changes one of these search parameters.
 */
export function LeaveGuard(props: { isOn: boolean; name: string; stay: string; boundTo?: readonly string[] }) {
  const { isOn, boundTo } = props;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!isOn || boundTo === undefined || current.pathname !== next.pathname) return isOn;
      const [from, to] = [current.search as Record<string, unknown>, next.search as Record<string, unknown>];
      return boundTo.some((name) => from[name] !== to[name]);
    },
    enableBeforeUnload: () => isOn,
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
            <Button look="danger" onClick={() => blocker.proceed?.()}>
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
