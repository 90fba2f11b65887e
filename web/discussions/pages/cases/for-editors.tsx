import { EmptyState } from '../../../ui/components/notice.tsx';

/** Shown to viewers instead of cases. */
export const ForEditors = () => (
  <EmptyState title="For editors">
    Cases are written and judged by editors. What they approve appears in the knowledge of each task.
  </EmptyState>
);
