import { Button } from '../../../../ui/components/button.tsx';
import { useReadOnlyReason } from '../../../../ui/lib/api/queries.ts';

/** A quiet action of a row; a user with read-only access is told why it is disabled. */
export function RowAct({ label, of, onClick }: { label: string; of: string; onClick: () => void }) {
  const readOnly = useReadOnlyReason();
  return (
    <Button small variant="quiet" aria-label={`${label} ${of}`} disabledReason={readOnly} onClick={onClick}>
      {label}
    </Button>
  );
}
