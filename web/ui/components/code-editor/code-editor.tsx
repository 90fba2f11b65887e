import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import styles from './code-editor.module.css';
import { createEditor, type EditorLanguage, type EditorProblem, jumpTo, replaceText, showProblems } from './editor.ts';

/** What a page can ask of the editor. */
export interface CodeEditorHandle {
  /** Puts the cursor at a line and column (from 1) and the focus into the editor. */
  goTo: (line: number, column: number) => void;
}

/**
 * A text of code with line numbers and its problems marked in the margin. It lives in a shadow root: the editor's
 * styles are constructed sheets there, which the content security policy allows, where a `<style>` element is refused.
 */
export function CodeEditor(props: {
  label: string;
  value: string;
  /** Absent: the text can be read and copied alone. */
  onChange?: ((value: string) => void) | undefined;
  problems?: readonly EditorProblem[] | undefined;
  language: EditorLanguage;
  handle?: Ref<CodeEditorHandle>;
}) {
  const { label, value, language, problems } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<ReturnType<typeof createEditor>>(undefined);
  const onChange = useRef(props.onChange);
  onChange.current = props.onChange;
  const isReadOnly = props.onChange === undefined;
  const initial = useRef(value);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const view = createEditor(root, {
      label,
      text: initial.current,
      language,
      isReadOnly,
      onChange: (text) => {
        initial.current = text;
        onChange.current?.(text);
      },
    });
    editor.current = view;
    return () => {
      editor.current = undefined;
      view.destroy();
    };
  }, [label, language, isReadOnly]);

  useEffect(() => {
    initial.current = value;
    if (editor.current) replaceText(editor.current, value);
  }, [value]);

  useEffect(() => {
    if (editor.current) showProblems(editor.current, problems ?? []);
  }, [problems]);

  useImperativeHandle(props.handle, () => ({
    goTo: (line, column) => editor.current && jumpTo(editor.current, line, column),
  }));

  return <div ref={host} className={styles.host} />;
}
