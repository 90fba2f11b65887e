import { Link } from '@tanstack/react-router';

/** Who started a run; of a scheduled one, whose schedule it was. */
export function WhoStarted({ run: { username, note } }: { run: { username: string; note: Record<string, unknown> } }) {
  const { schedule_id: scheduleId } = note;
  if (typeof scheduleId !== 'string') return username;
  return (
    <Link to="/schedules/$scheduleId" params={{ scheduleId }}>
      a schedule of {username}
    </Link>
  );
}
