import { EmptyState } from '../../components/notice.tsx';

/** What a viewer finds in the place of cases. */
export const ForEditors = () => (
  <EmptyState title="For editors">
    Cases are written and judged by editors. What they approve stands in what is known of each task.
  </EmptyState>
);
