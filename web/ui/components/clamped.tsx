import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../../values/lib/look/class-names.ts';
import { Button } from './button.tsx';
import styles from './clamped.module.css';

/** What may be long in a list: its beginning, and the rest on request. */
export function Clamped({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, frame.current?.firstElementChild];
    if (!outer || !inner || isOpen) return;
    const measure = () => setCut(outer.scrollHeight > outer.clientHeight + 1);
    measure();
    // The text comes after the library that draws it, and images after that.
    const observer = new ResizeObserver(measure);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div className={styles.clamped}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what has the focus within is seen */}
      <div
        ref={frame}
        className={classNames(styles.text, !isOpen && styles.closed, !isOpen && isCut && styles.cut)}
        onFocus={() => isCut && setOpen(true)}
      >
        <div>{children}</div>
      </div>
      {isCut && (
        <Button small variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show more'}
        </Button>
      )}
    </div>
  );
}
