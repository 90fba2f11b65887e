import { getRouteApi, Link } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { useReadOnlyReason } from '../../lib/api/queries.ts';
import { plural } from '../../lib/format/words.ts';
import { dayOfCooldown } from '../../lib/overview/words.ts';
import { ChipDetails } from './chip-details.tsx';
import { Overview } from './overview/overview.tsx';
import { SinceField } from './overview/since-field.tsx';
import { type OverviewData, useOverview } from './overview/use-overview.ts';

const route = getRouteApi('/app/chips/$chipId');

/** One chip: what needs somebody since an instant, how its metrics stand, and its facts. */
export function ChipPage() {
  const { chipId } = route.useParams();
  const { since = 'yesterday' } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error } = useOverview(chipId, since);
  if (!data)
    return (
      <Page title={chipId}>
        <Pending error={error} what={`chip ${chipId}`} />
      </Page>
    );
  const onSince = (next: string) =>
    void navigate({ search: (search) => ({ ...search, since: next }), resetScroll: false });
  return (
    <Page
      title={chipId}
      facts={<ChipFacts data={data} />}
      actions={<SinceField overview={data.overview} since={since} onSince={onSince} />}
    >
      <Overview data={data} since={since}>
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
