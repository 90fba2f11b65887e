import { useEffect, useRef, useState } from 'react';
import { plural } from '../../lib/format/words.ts';
import { Button } from '../button.tsx';
import styles from './code-editor.module.css';
import { changesIn, createDiff, type DiffOptions, goToChange } from './diff-view.ts';

/** What a text changed of another, line by line, in a shadow root as the editor is. */
export function CodeDiff({ label, from, to, language }: DiffOptions) {
  const host = useRef<HTMLDivElement>(null);
  const diff = useRef<ReturnType<typeof createDiff>>(undefined);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const view = createDiff(root, { label, from, to, language });
    diff.current = view;
    setChanges(changesIn(view));
    return () => {
      diff.current = undefined;
      view.destroy();
    };
  }, [label, from, to, language]);
  return (
    <>
      <div className={styles.walk}>
        <p role="status">{changes === 0 ? 'No differences' : `${plural(changes, 'place')} changed`}</p>
        {changes > 0 && (
          <div className={styles.steps}>
            <Button small onClick={() => diff.current && goToChange(diff.current, 'previous')}>
              Previous change
            </Button>
            <Button small onClick={() => diff.current && goToChange(diff.current, 'next')}>
              Next change
            </Button>
          </div>
        )}
      </div>
      <div ref={host} className={styles.host} />
    </>
  );
}
