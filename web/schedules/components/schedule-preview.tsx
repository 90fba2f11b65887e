import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#shared/api/client.ts';
import { errorText } from '../../ui/lib/api/api.ts';
import { useDebouncedValue } from '../../ui/lib/hooks/use-debounced-value.ts';
import { previewQuery } from '../lib/queries.ts';
import styles from './schedules.module.css';
import { TwoTimes } from './two-times.tsx';

/** Next starts that are listed. */
const startsShown = 3;

/** The service's answer for an expression after typing pauses: its next runs, or the problems of its fields. */
export function useSchedulePreview(cron: string, timeZone: string) {
  const debounced = useDebouncedValue(`${cron}\n${timeZone}`, 300);
  const [settledCron = '', settledZone = ''] = debounced.split('\n');
  const isTyped = settledCron !== cron || settledZone !== timeZone;
  const preview = useQuery({
    ...previewQuery(settledCron, settledZone, startsShown),
    enabled: settledCron.trim() !== '' && settledZone.trim() !== '',
    retry: false,
  });
  const { error } = preview;
  const problems = error instanceof ApiError && error.status === 400 && !isTyped ? error.errors : [];
  const problemOf = (field: string) => problems.find((one) => one.path === `body.${field}`)?.message;
  return {
    nextRuns: isTyped || error ? undefined : preview.data?.next_runs,
    problems: { cron: problemOf('cron'), timezone: problemOf('timezone') },
    /** A failure that is not a mistake in the input. */
    failure: error && problems.length === 0 && !isTyped ? errorText(error) : undefined,
  };
}

/** The next runs of an expression; its space is reserved while they load. */
export function SchedulePreview(props: { preview: ReturnType<typeof useSchedulePreview>; timeZone: string }) {
  const { nextRuns, failure } = props.preview;
  return (
    <div className={styles.preview} role="status">
      {nextRuns && (
        <>
          <p>Next starts</p>
          <ol>
            {nextRuns.map((at) => (
              <li key={at}>
                <TwoTimes at={at} timeZone={props.timeZone} />
              </li>
            ))}
          </ol>
        </>
      )}
      {failure}
    </div>
  );
}
