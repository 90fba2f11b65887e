import { Link } from '@tanstack/react-router';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import { Tags } from '../../ui/components/tags.tsx';
import type { Thread } from '../../ui/lib/api/wire.ts';
import { plural } from '../../ui/lib/format/words.ts';
import styles from './discussions.module.css';
import { SubjectLinks } from './subject-links.tsx';
import { ThreadStatus } from './thread-status.tsx';

/** Discussions, each with its status and its subject. */
export function ThreadList({ label, threads, brief }: { label: string; threads: readonly Thread[]; brief?: boolean }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {threads.map((thread) => (
        <li key={thread.id}>
          <span className={styles.line}>
            <Link to="/discussions/$postId" params={{ postId: thread.id }} className={styles.title}>
              {visibleText(thread.title ?? '')}
            </Link>
            <span className={styles.number}>#{thread.number}</span>
            <ThreadStatus status={thread.status} />
            {thread.labels.length > 0 && <Tags tags={thread.labels} />}
          </span>
          <span className={styles.by}>
            {thread.username}, <RelativeTime at={thread.created_at} /> ·{' '}
            {plural(thread.reply_count, 'reply', 'replies')}
            {thread.reply_count > 0 && (
              <>
                , the last <RelativeTime at={thread.last_activity_at} />
              </>
            )}
            {thread.assignees.length > 0 && ` · for ${thread.assignees.join(', ')}`}
          </span>
          {!brief && thread.subjects.length > 0 && (
            <span className={styles.by}>
              <SubjectLinks subjects={thread.subjects} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
