import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { editorTheme, highlightStyle } from './theme.ts';

/** A mistake in a text, at a line and column from 1; one without a place is shown at the first line. */
export interface EditorProblem {
  line: number | null;
  column: number | null;
  message: string;
}

/** The languages whose text is coloured; any other is plain. */
export type EditorLanguage = 'yaml' | 'python' | 'plain';

export interface EditorOptions {
  label: string;
  text: string;
  language: EditorLanguage;
  isReadOnly: boolean;
  onChange: (text: string) => void;
}

/**
 * Text typed over a selection is put in by the editor and not by the browser, which would keep the selection's look by
 * a `style` attribute that the content security policy refuses.
 */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType, isComposing } = event;
    if (inputType !== 'insertText' || isComposing || data === null) return false;
    if (view.state.readOnly || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

const languageSlot = new Compartment();

/** What every view of code has: its numbers, its look, and a name. */
export const commonExtensions = (label: string): Extension => [
  lineNumbers(),
  drawSelection(),
  languageSlot.of([]),
  syntaxHighlighting(highlightStyle),
  editorTheme,
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
];

/** Colours the text of a view by its language, as soon as its grammar is there. */
export async function applyLanguage(view: EditorView, language: EditorLanguage): Promise<void> {
  if (language === 'plain') return;
  const grammar = language === 'yaml' ? yaml() : (await import('./python.ts')).python();
  // The page may have been left while the grammar was loaded.
  if (view.dom.isConnected) view.dispatch({ effects: languageSlot.reconfigure(grammar) });
}

/** Opens an editor in a shadow root. The Tab key leaves it, as everywhere on the page; Ctrl and `]` indents. */
export function createEditor(root: ShadowRoot, options: EditorOptions): EditorView {
  const writing: Extension = options.isReadOnly
    ? [EditorState.readOnly.of(true)]
    : [history(), highlightActiveLine(), highlightActiveLineGutter(), indentOnInput(), lintGutter()];
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        commonExtensions(options.label),
        bracketMatching(),
        indentUnit.of(options.language === 'python' ? '    ' : '  '),
        writing,
        typeOverSelection,
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  void applyLanguage(view, options.language);
  return view;
}

/** Puts another text into an editor that shows something else; one change, which can be undone. */
export function replaceText(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

/** Marks problems, each from its place to the end of the line. */
export function showProblems(view: EditorView, problems: readonly EditorProblem[]): void {
  const diagnostics = problems.map(({ line, column, message }): Diagnostic => {
    const from = offsetOf(view, line ?? 1, column ?? 1);
    return { from, to: Math.max(from, view.state.doc.lineAt(from).to), severity: 'error', message };
  });
  view.dispatch(
    setDiagnostics(
      view.state,
      diagnostics.sort((a, b) => a.from - b.from),
    ),
  );
}

/** Moves the cursor to a line and column from 1, in sight, and focuses. */
export function jumpTo(view: EditorView, line: number, column: number): void {
  const anchor = offsetOf(view, line, column);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  view.focus();
}

/** The offset of a place; one beyond the text is its nearest end. */
function offsetOf({ state: { doc } }: EditorView, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(to, from + Math.max(0, column - 1));
}
