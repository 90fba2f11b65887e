import { Button } from '../../../ui/components/button.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { errorText } from '../../../ui/lib/api/api.ts';
import type { ProjectAuditEntry } from '../../../ui/lib/api/wire.ts';
import { actionText } from '../../lib/audit/words.ts';
import { useUndo } from '../../lib/undo/use-undo.ts';
import styles from './audit-card.module.css';

/** Undoes the act of an entry; says who undid it, or why it cannot be undone. */
export function UndoCell({ entry, projectId }: { entry: ProjectAuditEntry; projectId: string }) {
  const undo = useUndo();
  if (entry.undone)
    return (
      <span>
        undone by {entry.undone.by} <ClockTime at={entry.undone.at} />
      </span>
    );
  if (!entry.can_undo) return <span title={entry.cannot_undo_because ?? ''}>cannot be undone</span>;
  return (
    <>
      <Button
        small
        disabled={undo.isPending}
        aria-label={`Undo: ${actionText(entry.action).toLowerCase()}, by ${entry.actor}`}
        onClick={() => undo.mutate({ projectId, entries: [{ id: entry.audit_id }] })}
      >
        Undo
      </Button>
      {undo.error && (
        <p role="alert" className={styles.refusal}>
          {errorText(undo.error)}
        </p>
      )}
    </>
  );
}
