import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import type { HeldItem } from './held-dialog.tsx';

const HeldDialog = lazy(() => import('./held-dialog.tsx').then((module) => ({ default: module.HeldDialog })));

/** Accepts or rejects a held value in place; `one` is undefined until the id for the decision is known. */
export function HeldActions(props: { chipId: string; one: HeldItem | undefined; name: string; quiet?: boolean }) {
  const { chipId, one, name } = props;
  const readOnly = useReadOnlyReason();
  const [decision, setDecision] = useState<'accept' | 'reject'>();
  const [isOpen, setOpen] = useState(false);
  const button = (act: 'accept' | 'reject', label: string) => (
    <Button
      small
      variant={props.quiet ? 'quiet' : 'plain'}
      aria-label={`${label} ${name}`}
      disabled={one === undefined}
      disabledReason={readOnly}
      onClick={() => {
        setDecision(act);
        setOpen(true);
      }}
    >
      {label}
    </Button>
  );
  return (
    <>
      {button('accept', 'Accept…')}
      {button('reject', 'Reject…')}
      <Suspense>
        {decision && one && (
          <HeldDialog
            key={`${decision} ${one.id}`}
            {...{ chipId, decision, one }}
            open={isOpen}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
