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
 * A button that its menu replaces when it is pressed; the menu is open when it is first drawn. The code of menus would be a third of
 * the first page: `load` begins to fetch it when the button is pointed at or has the focus.
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
      // After the press, which would close what it opens. A transition keeps the button and its focus until the code is there.
      onClick={() => startTransition(() => setPressed(true))}
    >
      {face.content}
    </button>
  );
  return <Suspense>{isPressed ? props.children : button}</Suspense>;
}
