import { type ReactNode, Suspense, startTransition, useState } from 'react';

/** How a button looks that opens a menu. */
export interface Face {
  label: string;
  title?: string;
  className: string | undefined;
  isCurrent?: boolean | undefined;
  content: ReactNode;
}

/**
 * A button that is replaced by its menu, which opens at once, when it is pressed. The code of menus is a third of what the first page
 * would load: `load` begins to fetch it when the button is pointed at or has the focus.
 */
export function OpenOnPress(props: { face: Face; load: () => Promise<unknown>; children: ReactNode }) {
  const { face, load } = props;
  const [isPressed, setPressed] = useState(false);
  // A failure shows when the menu is drawn.
  const fetchCode = () => void load().catch(() => undefined);
  const button = (
    <button
      type="button"
      className={face.className}
      aria-label={face.label}
      title={face.title}
      aria-haspopup="true"
      aria-expanded="false"
      data-current={face.isCurrent || undefined}
      onPointerEnter={fetchCode}
      onFocus={fetchCode}
      // Drawn after the press, which would close what it has opened.
      onClick={() => startTransition(() => setPressed(true))}
    >
      {face.content}
    </button>
  );
  return isPressed ? <Suspense fallback={button}>{props.children}</Suspense> : button;
}
