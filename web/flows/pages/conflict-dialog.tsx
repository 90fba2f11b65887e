import { lazy, Suspense } from 'react';
import { Button } from '../../ui/components/button.tsx';
import { Dialog, DialogBody } from '../../ui/components/dialog.tsx';
import type { Flow } from '../../ui/lib/api/wire.ts';
import type { FlowDraft } from '../lib/draft.ts';
import { sourceLanguage } from '../lib/language.ts';
import styles from './flows.module.css';

const CodeEditor = lazy(() =>
  import('../../ui/components/code-editor/code-editor.tsx').then((module) => ({ default: module.CodeEditor })),
);

/** Shows another user's saved change next to the one to be saved, and lets the user choose. */
export function ConflictDialog(props: {
  theirs: Flow;
  mine: FlowDraft;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}) {
  const { theirs, mine } = props;
  const language = sourceLanguage(theirs);
  return (
    <Dialog
      title={`${theirs.name} changed while you edited`}
      description={`${theirs.updated_by} saved version ${theirs.version}. Every version stays readable.`}
      open
      onClose={props.onKeepMine}
      wide
    >
      <DialogBody
        actions={
          <>
            <Button variant="danger" onClick={props.onTakeTheirs}>
              Take theirs, discard mine
            </Button>
            <Button variant="primary" onClick={props.onKeepMine}>
              Keep mine and edit on
            </Button>
          </>
        }
      >
        <Suspense fallback={<div className={styles.room} />}>
          <div className={styles.sides}>
            <div>
              <h3>Theirs, version {theirs.version}</h3>
              <CodeEditor label="Their source" value={theirs.code} language={language} />
            </div>
            <div>
              <h3>Mine, not saved</h3>
              <CodeEditor label="My source" value={mine.code} language={language} />
            </div>
          </div>
        </Suspense>
      </DialogBody>
    </Dialog>
  );
}
