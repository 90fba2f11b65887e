import { Button } from '../../../components/button.tsx';
import { useReadOnlyReason } from '../../../lib/api/queries.ts';

/** An act of a row, which asks for no attention; whoever only reads is told why it is off. */
export function RowAct({ label, of, onClick }: { label: string; of: string; onClick: () => void }) {
  const readOnly = useReadOnlyReason();
  return (
    <Button small variant="quiet" aria-label={`${label} ${of}`} disabledReason={readOnly} onClick={onClick}>
      {label}
    </Button>
  );
}
