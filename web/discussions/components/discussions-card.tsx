import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/components/button.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { Card } from '../../ui/components/page.tsx';
import type { AboutSearch } from '../lib/addresses.ts';
import { shownAbout, threadsAboutQuery } from '../lib/queries.ts';
import { ThreadList } from './thread-list.tsx';

/** The discussions about a thing where it is shown, and the way to begin one. */
export function DiscussionsCard({ about, name }: { about: AboutSearch; name: string }) {
  const { data, error } = useQuery(threadsAboutQuery(about));
  const hidden = (data?.total ?? 0) - shownAbout;
  return (
    <Card
      title="Discussions"
      note={
        <Link to="/discussions/new" search={about} className={buttonClass({ small: true })}>
          Discuss
        </Link>
      }
    >
      {data && data.posts.length > 0 ? (
        <ThreadList label={`Discussions about ${name}`} threads={data.posts} brief />
      ) : (
        <p>{data ? `No discussions of ${name} yet` : '\u00a0'}</p>
      )}
      {hidden > 0 && about.chip !== undefined && (
        <Link to="/discussions" search={{ chip: about.chip, status: 'all' }}>
          All of the chip
        </Link>
      )}
      <ErrorNotice error={error} />
    </Card>
  );
}
