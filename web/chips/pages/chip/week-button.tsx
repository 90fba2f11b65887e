import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../ui/components/button.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { usePast } from '../../../ui/lib/api/past.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import { downloadBlob } from '../../../ui/lib/browser/download.ts';
import { formatDate } from '../../../ui/lib/format/time.ts';

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
