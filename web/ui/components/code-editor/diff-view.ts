import { getChunks, goToNextChunk, goToPreviousChunk, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { applyLanguage, commonExtensions, type EditorLanguage } from './editor.ts';

/** Two texts of which the second is read with what it changed of the first. */
export interface DiffOptions {
  label: string;
  from: string;
  to: string;
  language: EditorLanguage;
}

/** Added and removed lines in the design's tokens; a sign before each, so that nothing rests on colour alone. */
const diffTheme = EditorView.theme({
  '.cm-line, .cm-deletedLine': { position: 'relative', paddingLeft: '22px' },
  '.cm-changedLine::before, .cm-insertedLine::before, .cm-deletedLine::before': {
    position: 'absolute',
    left: '8px',
    fontWeight: '700',
  },
  '.cm-changedLine::before': { content: '"+"', color: 'var(--ink-1)' },
  '.cm-deletedLine::before': { content: '"−"', color: 'var(--bad)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'color-mix(in srgb, var(--ink-1) 8%, transparent)' },
  '.cm-deletedChunk': {
    paddingLeft: '0',
    backgroundColor: 'color-mix(in srgb, var(--bad) 8%, transparent)',
  },
  '&.cm-merge-b .cm-changedText': {
    background: 'none',
    textDecoration: 'underline 2px color-mix(in srgb, var(--ink-1) 70%, transparent)',
    textUnderlineOffset: '3px',
  },
  '& .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    textDecoration: 'underline 2px color-mix(in srgb, var(--bad) 70%, transparent)',
    textUnderlineOffset: '3px',
  },
});

/** Opens a text that can be read alone, with the lines that it added and those that it removed. */
export function createDiff(root: ShadowRoot, { label, from, to, language }: DiffOptions): EditorView {
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: to,
      extensions: [
        EditorState.readOnly.of(true),
        commonExtensions(label),
        diffTheme,
        unifiedMergeView({ original: from, mergeControls: false, gutter: false }),
      ],
    }),
  });
  void applyLanguage(view, language);
  return view;
}

export const changesIn = (view: EditorView): number => getChunks(view.state)?.chunks.length ?? 0;

/** Moves the cursor to the next change, or the one before, in sight. */
export const goToChange = (view: EditorView, direction: 'next' | 'previous'): void => {
  (direction === 'next' ? goToNextChunk : goToPreviousChunk)(view);
  view.focus();
};
