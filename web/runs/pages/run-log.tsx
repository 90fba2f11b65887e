import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { wallClock } from '#shared/kernel/rules/calendar.ts';
import { Button } from '../../ui/components/button.tsx';
import { Card } from '../../ui/components/page.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { useTimeZone } from '../../ui/lib/api/time-zone.ts';
import type { LogLine, Run } from '../../ui/lib/api/wire.ts';
import styles from '../../workers/components/workers.module.css';
import { runLogQuery } from '../../workers/lib/queries.ts';

const [shortLines, longLines] = [200, 1000];

/** The messages of a worker while it runs. The log follows its end unless the user scrolls back to read. */
export function RunLog({ run }: { run: Run }) {
  const [limit, setLimit] = useState(shortLines);
  const log = useQuery({ ...runLogQuery(run, limit), placeholderData: keepPreviousData });
  const frame = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  const lines = log.data?.lines;
  useEffect(() => {
    if (lines && isAtEnd.current && frame.current) frame.current.scrollTop = frame.current.scrollHeight;
  }, [lines]);
  return (
    <Card title="Log" note="kept for 90 days">
      {!log.data ? (
        <Pending error={log.error} what="the log" />
      ) : log.data.lines.length === 0 ? (
        <p>No log lines yet</p>
      ) : (
        <>
          {log.data.hasEarlier && (
            <div>
              {limit < longLines ? (
                <Button small onClick={() => setLimit(longLines)}>
                  Show earlier lines
                </Button>
              ) : (
                <p>The last {longLines} lines.</p>
              )}
            </div>
          )}
          <section
            ref={frame}
            className={styles.log}
            aria-label="Lines of the log"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard
            tabIndex={0}
            onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
              isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 24;
            }}
          >
            <ol className={styles.lines}>
              {log.data.lines.map((line) => (
                <Line key={`${line.fence} ${line.sequence}`} line={line} />
              ))}
            </ol>
          </section>
        </>
      )}
    </Card>
  );
}

function Line({ line }: { line: LogLine }) {
  const timeZone = useTimeZone();
  return (
    <li className={styles.line} data-level={line.level}>
      <time dateTime={line.at}>{wallClock(line.at, timeZone).slice(11)}</time>
      <span>{line.level}</span>
      <span>{line.text}</span>
    </li>
  );
}
