import { lazy, Suspense } from 'react';
import styles from './notes.module.css';

// Most pages have no note to draw.
const Markdown = lazy(() =>
  import('../../ui/components/markdown/markdown.tsx').then((module) => ({ default: module.Markdown })),
);

/** The text of a note in Markdown; until its renderer is loaded, the plain text. */
export function NoteText({ text, chipId }: { text: string; chipId: string | undefined }) {
  return (
    <Suspense fallback={<p className={styles.text}>{text}</p>}>
      <Markdown text={text} chipId={chipId} />
    </Suspense>
  );
}
