import { type ComponentProps, lazy, Suspense } from 'react';
import styles from './overview.module.css';

// After the first paint, with what reads it.
const RowCourse = lazy(() => import('./row-course.tsx').then((module) => ({ default: module.RowCourse })));

/** Where a row shows how its values went, as wide before it is known; of many targets together there is no one course. */
export function Course({ id, ...series }: Omit<ComponentProps<typeof RowCourse>, 'id'> & { id: string | null }) {
  return (
    <span className={styles.course}>
      <Suspense>{id !== null && <RowCourse id={id} {...series} />}</Suspense>
    </span>
  );
}
