import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { PastContext } from '../../../ui/lib/api/past.ts';
import { asOfParameter } from '../../../ui/lib/url/as-of.ts';
import styles from './as-of.module.css';
import type { PastBarProps } from './past-bar.tsx';

// On most days pages show how it is.
const loadBar = () => import('./past-bar.tsx');
const PastBar = lazy(() => loadBar().then((module) => ({ default: module.PastBar })));

/**
 * Everything inside is read as of a past time. Writing is disabled, since a write would change the present and not what
 * is shown.
 */
export function PastPage(props: {
  /** A day, which means its end, or an instant; undefined for now. */
  at: string | undefined;
  timeZone: string;
  children: ReactNode;
}) {
  const { at, timeZone } = props;
  const [now] = useState(() => new Date().toISOString());
  const past = useMemo(() => {
    const instant = asOfParameter(at, undefined, timeZone);
    if (at === undefined || instant === undefined) return undefined;
    // Loaded at the same time as the data.
    void loadBar();
    const asOf = instant < now ? instant : undefined;
    return { at, asOf, view: asOf === undefined ? {} : { as_of: asOf } };
  }, [at, timeZone, now]);
  return <PastContext value={past}>{props.children}</PastContext>;
}

/**
 * Says that a page shows the past, and leads to another day or back to the present. Hidden while the page shows the
 * present.
 */
export function AsOfBar({ at, ...props }: Omit<PastBarProps, 'at'> & { at: string | undefined }) {
  if (at === undefined) return null;
  return (
    <Suspense fallback={<div className={styles.room} />}>
      <PastBar at={at} {...props} />
    </Suspense>
  );
}
