import { Button } from '../../ui/components/button.tsx';
import { Dialog, DialogBody } from '../../ui/components/dialog.tsx';
import { AreaField } from '../../ui/components/field.tsx';
import type { EditableNote } from '../lib/editable-note.ts';
import { lengthProblem, lengthText, mergeTexts } from '../lib/text.ts';
import styles from './notes.module.css';

/** Shows another user's change next to the text to be saved: take theirs, save mine, or merge the two by hand. */
export function NoteConflict(props: {
  name: string;
  theirs: EditableNote;
  mine: string;
  isSaving: boolean;
  onChange: (mine: string) => void;
  onTakeTheirs: () => void;
  onSaveMine: () => void;
  onEditOn: () => void;
}) {
  const { theirs, mine } = props;
  const problem = lengthProblem(mine);
  const isDeleted = theirs.content === '';
  return (
    <Dialog
      title={`${props.name[0]?.toUpperCase()}${props.name.slice(1)} changed while you edited`}
      description={
        isDeleted
          ? 'Another user deleted or cleared it. Save yours to keep it.'
          : `${theirs.updated_by} saved another text. Every text stays in the timeline.`
      }
      open
      onClose={props.onEditOn}
      wide
    >
      <DialogBody
        actions={
          <>
            <Button variant="danger" onClick={props.onTakeTheirs}>
              Take theirs, discard mine
            </Button>
            <Button disabled={isDeleted} onClick={() => props.onChange(mergeTexts(mine, theirs.content))}>
              Put theirs below mine
            </Button>
            <Button variant="primary" disabled={problem !== undefined || props.isSaving} onClick={props.onSaveMine}>
              Save mine
            </Button>
          </>
        }
      >
        <div className={styles.sides}>
          <div>
            <AreaField
              label={isDeleted ? 'Theirs: no text' : 'Theirs'}
              rows={8}
              value={theirs.content}
              readOnly
              hint={lengthText(theirs.content)}
            />
          </div>
          <div>
            <AreaField
              label="Mine (merge by hand)"
              rows={8}
              value={mine}
              hint={lengthText(mine)}
              problem={problem}
              onChange={(event) => props.onChange(event.target.value)}
            />
          </div>
        </div>
      </DialogBody>
    </Dialog>
  );
}
