import { useMutation } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { api } from '../../lib/api/api.ts';
import { usePast } from '../../lib/api/past.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import { downloadBlob } from '../../lib/browser/download.ts';
import { formatDate } from '../../lib/format/time.ts';

/** Saves the last seven days of the chip as a PDF for a meeting; of a past view those before it. */
export function WeekButton({ chipId }: { chipId: string }) {
  const timezone = useTimeZone();
  const asOf = usePast()?.asOf;
  const save = useMutation({
    mutationFn: async () => {
      const query = { report: 'week' as const, timezone, as_of: asOf };
      return (await api.downloadMetricsPdf({ params: { chip_id: chipId }, query })) as unknown as Blob;
    },
    onSuccess: (file) => {
      const day = formatDate(asOf ?? new Date().toISOString(), timezone);
      downloadBlob(`${chipId}-week-${day}.pdf`, file);
    },
  });
  return (
    <>
      <Button small variant="quiet" disabled={save.isPending} onClick={() => save.mutate()}>
        {save.isPending ? 'Writing…' : 'Week as PDF'}
      </Button>
      <ErrorNotice error={save.error} />
    </>
  );
}
