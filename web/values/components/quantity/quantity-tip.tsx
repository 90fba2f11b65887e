import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './quantity.module.css';

/**
 * A tooltip with the ± form of the number that is pointed at, pressed, or focused with its link. One tooltip serves all
 * numbers, since a table has hundreds. Screen readers read it as the number's label.
 */
export function QuantityTip() {
  const [shown, setShown] = useState<HTMLElement>();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = (event: Event) => {
      if (!(event.target instanceof Node && ref.current?.contains(event.target))) setShown(quantityOf(event));
    };
    const hide = () => setShown(undefined);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
    // Loaded after the numbers, it may come to one that is pointed at or has the focus already.
    const pointed = document.querySelector<HTMLElement>('[data-spelled]:hover') ?? undefined;
    setShown(pointed ?? quantityOf({ type: 'focusin', target: document.activeElement }));
    const listeners = new AbortController();
    const options = { signal: listeners.signal };
    document.addEventListener('pointerover', show, options);
    document.addEventListener('focusin', show, options);
    document.addEventListener('focusout', hide, options);
    document.addEventListener('keydown', onKey, options);
    document.addEventListener('scroll', hide, { ...options, capture: true });
    return () => listeners.abort();
  }, []);
  useLayoutEffect(() => {
    const tip = ref.current;
    if (!tip || !shown) return;
    const at = shown.getBoundingClientRect();
    const left = Math.min(at.left, document.documentElement.clientWidth - tip.offsetWidth - 4);
    const above = at.top - tip.offsetHeight - 4;
    tip.style.left = `${Math.max(4, left)}px`;
    tip.style.top = `${above >= 0 ? above : at.bottom + 4}px`;
  }, [shown]);
  if (!shown) return null;
  return (
    <div ref={ref} className={styles.tip} aria-hidden="true">
      {shown.dataset.spelled}
    </div>
  );
}

/** The number under the pointer, or the one in the link or button that has the focus. */
function quantityOf({ type, target }: Pick<Event, 'type' | 'target'>): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  const around = target.closest<HTMLElement>('[data-spelled]');
  if (around || type !== 'focusin') return around ?? undefined;
  return target.matches('a, button') ? (target.querySelector<HTMLElement>('[data-spelled]') ?? undefined) : undefined;
}
