import { useEffect, useRef, useState } from 'react';

/** A value that changes at most every so many milliseconds, the last change included. */
export function useThrottledValue<T>(value: T, milliseconds: number): T {
  const [shown, setShown] = useState(value);
  const shownAt = useRef(Date.now());
  useEffect(() => {
    if (value === shown) return;
    const show = () => {
      shownAt.current = Date.now();
      setShown(value);
    };
    const timer = setTimeout(show, Math.max(0, shownAt.current + milliseconds - Date.now()));
    return () => clearTimeout(timer);
  }, [value, shown, milliseconds]);
  return shown;
}
