import { lazy, Suspense } from 'react';
import styles from './as-of.module.css';
import type { PastBarProps } from './past-bar.tsx';

// On most days pages show how it is.
const PastBar = lazy(() => import('./past-bar.tsx').then((module) => ({ default: module.PastBar })));

/** Says that a page shows the past, and goes to another day or back to now. Nothing where it shows now. */
export function AsOfBar({ at, ...props }: Omit<PastBarProps, 'at'> & { at: string | undefined }) {
  if (at === undefined) return null;
  return (
    <Suspense fallback={<div className={styles.room} />}>
      <PastBar at={at} {...props} />
    </Suspense>
  );
}
