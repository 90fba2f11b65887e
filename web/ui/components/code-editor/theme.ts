import { defaultHighlightStyle, HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';

/** The colours of the library's own style, which knows one theme, and the tokens that stand for them here. */
const tokenOf: Record<string, string> = {
  '#00c': 'var(--ink-1)',
  '#00f': 'var(--ink-1)',
  '#219': 'var(--ink-1)',
  '#708': 'var(--ink-1)',
  '#a11': 'var(--ink-1)',
  '#164': 'var(--ink-1)',
  '#e40': 'var(--warn)',
  '#085': 'var(--warn)',
  '#940': 'var(--ink-3)',
  '#f00': 'var(--bad)',
};

/** Syntax in the colours of both themes. */
export const highlightStyle = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => ({
    ...spec,
    ...(typeof spec.color === 'string' && { color: tokenOf[spec.color] ?? 'inherit' }),
  })),
);

/** The editor in the design tokens; custom properties reach into the shadow root. */
export const editorTheme = EditorView.theme({
  '&': { maxHeight: '560px', color: 'var(--ink-1)', backgroundColor: 'transparent', fontSize: 'var(--text-sm)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { overflow: 'auto', minHeight: '260px', fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink-1)', padding: '8px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink-1)' },
  '.cm-gutters': { backgroundColor: 'var(--surface-2)', color: 'var(--ink-3)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--surface-2) 55%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--surface-2)', color: 'var(--ink-1)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--ink-1) 28%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--surface-3)' },
  '.cm-tooltip': { border: '1px solid var(--line)', backgroundColor: 'var(--surface-1)', color: 'var(--ink-1)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-panels': { backgroundColor: 'var(--surface-2)', color: 'var(--ink-1)' },
});
