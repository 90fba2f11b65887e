import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Page } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { useReadOnlyReason } from '../../lib/api/queries.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import { plural } from '../../lib/format/words.ts';
import { keepVisit } from '../../lib/overview/last-visit.ts';
import { dayOfCooldown } from '../../lib/overview/words.ts';
import { ChipDetails } from './chip-details.tsx';
import { Overview } from './overview/overview.tsx';
import { SinceField, sinceChoices } from './overview/since-field.tsx';
import { type OverviewData, useOverview } from './overview/use-overview.ts';

const route = getRouteApi('/app/chips/$chipId');

/** One chip: what needs somebody since an instant, how its metrics stand, and its facts. */
export function ChipPage() {
  const { chipId } = route.useParams();
  const { since = 'yesterday' } = route.useSearch();
  const navigate = route.useNavigate();
  const timeZone = useTimeZone();
  const { data, error } = useOverview(chipId, since);
  const [lastVisit, setLastVisit] = useState<string>();
  useEffect(() => setLastVisit(keepVisit(chipId, Date.now())), [chipId]);
  if (!data)
    return (
      // The line of facts has its place before they come.
      <Page title={chipId} facts={'\u00a0'}>
        <Pending error={error} what={`chip ${chipId}`} />
      </Page>
    );
  const choices = sinceChoices(data.overview, since, timeZone, lastVisit);
  const onSince = (next: string) =>
    void navigate({ search: (search) => ({ ...search, since: next }), resetScroll: false });
  return (
    <Page
      title={chipId}
      facts={<ChipFacts data={data} />}
      actions={<SinceField choices={choices} since={since} onSince={onSince} />}
    >
      <Overview data={data} since={choices.find(([value]) => value === since)?.[1] ?? since}>
        <ChipDetails chip={data.chip} />
      </Overview>
    </Page>
  );
}

/** How large the chip is, where it is cold, and that somebody may only look: a finger finds no title of a button. */
function ChipFacts({ data: { chip, overview } }: { data: OverviewData }) {
  const { cooldown } = overview;
  const readOnly = useReadOnlyReason();
  return (
    <>
      {plural(chip.qubit_count, 'qubit')}, {plural(chip.coupling_count, 'coupling')}
      {cooldown && (
        <>
          {' · '}
          <Link to="/cryo">
            {cooldown.cryo_name ?? cooldown.cryo_id} / {cooldown.cooldown_id}
          </Link>
          , day {dayOfCooldown(cooldown.started_at, overview.as_of)}
        </>
      )}
      {readOnly && ` · ${readOnly}`}
    </>
  );
}
