import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';

const loadDialog = () => import('./leave-dialog.tsx');
const LeaveDialog = lazy(() => loadDialog().then((module) => ({ default: module.LeaveDialog })));

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
  const isBlocked = blocker.status === 'blocked';
  const [wasBlocked, setWasBlocked] = useState(false);
  if (isBlocked && !wasBlocked) setWasBlocked(true);
  // Its code is there before it is needed, and stays while focus goes back.
  useEffect(() => {
    if (isActive) void loadDialog();
  }, [isActive]);
  return (
    <Suspense>
      {wasBlocked && (
        <LeaveDialog
          name={props.name}
          stay={props.stay}
          open={isBlocked}
          onStay={() => blocker.reset?.()}
          onLeave={() => blocker.proceed?.()}
        />
      )}
    </Suspense>
  );
}
