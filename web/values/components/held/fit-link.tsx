import { Link } from '@tanstack/react-router';

/** Leads to the result of a held value, with its figure. */
export const FitLink = ({ taskId }: { taskId: string }) => (
  <Link to="/tasks/$taskId" params={{ taskId }}>
    Fit
  </Link>
);
