import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { keepVisit } from '../../../statistics/lib/overview/last-visit.ts';
import { sinceBefore } from '../../../statistics/lib/overview/since.ts';
import { dayOfCooldown } from '../../../statistics/lib/overview/words.ts';
import { Page } from '../../../ui/components/page.tsx';
import { PagePending } from '../../../ui/components/pending.tsx';
import { UnknownNotice } from '../../../ui/components/unknown-notice.tsx';
import { usePast } from '../../../ui/lib/api/past.ts';
import { chipQuery, metricsConfigQuery, useReadOnlyReason } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import { formatMoment } from '../../../ui/lib/format/time.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import type { ChipPageSearch } from '../../../ui/lib/url/search-types.ts';
import { AsOfBar, PastPage } from '../../../values/components/as-of/as-of.tsx';
import { ChipDetails } from './chip-details.tsx';
import { Overview } from './overview/overview.tsx';
import { SinceField, sinceChoices } from './overview/since-field.tsx';
import { type OverviewData, ofNow, useOverview } from './overview/use-overview.ts';

// Most chips have no elements.
const ElementsCards = lazy(() => import('./elements-card.tsx').then((module) => ({ default: module.ElementsCards })));

const route = getRouteApi('/app/chips/$chipId');

/** The reads that the address of the page tells. */
export const load = ({ params: { chipId }, search }: PageAt<'chipId', ChipPageSearch>) =>
  // A day of the past ends in a zone that is not known yet.
  search.as_of === undefined ? [...ofNow(chipId), chipQuery(chipId), metricsConfigQuery()] : [metricsConfigQuery()];

/** One chip: what needs attention since an instant, the state of its metrics, and its facts. */
export function ChipPage() {
  return (
    <PastPage at={route.useSearch().as_of} timeZone={useTimeZone()}>
      <LoadedChip />
    </PastPage>
  );
}

function LoadedChip() {
  const { chipId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const timeZone = useTimeZone();
  const past = usePast();
  const isPast = past !== undefined;
  const since = sinceBefore(search.since ?? 'yesterday', past?.asOf);
  const { data, error } = useOverview(chipId, since);
  const [lastVisit, setLastVisit] = useState<string>();
  useEffect(() => {
    // A user who looks at the past has not seen the news.
    if (!isPast) setLastVisit(keepVisit(chipId, Date.now()));
  }, [chipId, isPast]);
  const change = (next: ChipPageSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false });
  const bar = (
    <AsOfBar
      chipId={chipId}
      at={past?.at}
      timeZone={timeZone}
      onChange={(day) => change({ as_of: day, sel: undefined })}
    />
  );
  if (!data)
    return (
      // The line of facts reserves its space, so that the bar does not move when the facts load.
      <Page title={chipId} facts={'\u00a0'}>
        {error && bar}
        <PagePending error={error} what={`chip ${chipId}`} />
      </Page>
    );
  const choices = sinceChoices(data.overview, since, timeZone, { lastVisit, isPast });
  return (
    <Page
      title={chipId}
      facts={<ChipFacts data={data} />}
      actions={<SinceField choices={choices} since={since} onSince={(next) => change({ since: next })} />}
    >
      {bar}
      <UnknownNotice
        sentences={[
          search.since !== undefined && since !== search.since
            ? `The day that is shown ends before ${formatMoment(search.since, timeZone, Date.now())}: it is told since the morning before`
            : '',
        ]}
      />
      <Overview data={data} since={choices.find(([value]) => value === since)?.[1] ?? since}>
        {data.metrics && data.config && Object.keys(data.metrics.element_coverage)[0] && (
          <Suspense>
            <ElementsCards chipId={chipId} coverage={data.metrics.element_coverage} config={data.config} />
          </Suspense>
        )}
        <ChipDetails chip={data.chip} />
      </Overview>
    </Page>
  );
}

/**
 * The size of the chip, its cool-down, and a note if access is read-only: on a touch screen the title of a button
 * cannot be seen.
 */
function ChipFacts({ data: { chip, overview } }: { data: OverviewData }) {
  const { cooldown } = overview;
  const readOnly = useReadOnlyReason();
  // The bar says it of the past.
  const isPast = usePast() !== undefined;
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
      {readOnly && !isPast && ` · ${readOnly}`}
    </>
  );
}
