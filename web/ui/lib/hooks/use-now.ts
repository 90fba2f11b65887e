import { useEffect, useState } from 'react';

/** The time of the moment in milliseconds since the epoch, read again every so many milliseconds; once without them. */
export function useNow(interval: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (interval === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
