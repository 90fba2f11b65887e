import { useMutation } from '@tanstack/react-query';
import { toCsv } from '#shared/devices/rules/export/csv.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { downloadBlob, downloadText } from '../../../ui/lib/browser/download.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import type { WallTile } from '../../lib/wall/tiles.ts';
import { wallCsv } from '../../lib/wall/wall-csv.ts';

/** Figures that one archive has; more come as several. */
const mostInArchive = 200;

/** The figures that are shown as archives, and their values as a table. */
export function WallFiles({ name, task, tiles }: { name: string; task: string; tiles: readonly WallTile[] }) {
  const paths = tiles.flatMap(({ figures }) => figures);
  const zip = useMutation({
    mutationFn: async () => {
      for (let from = 0; from < paths.length; from += mostInArchive) {
        const part = paths.length > mostInArchive ? `_${from / mostInArchive + 1}` : '';
        const filename = `${name}${part}.zip`;
        const body = { paths: paths.slice(from, from + mostInArchive), filename };
        downloadBlob(filename, await api.downloadFiguresAsZip({ body }));
      }
    },
  });
  const none = tiles.length === 0 ? 'No result is shown' : undefined;
  return (
    <>
      <Button
        small
        disabled={zip.isPending}
        disabledReason={none ?? (paths.length === 0 ? 'No figure is shown' : undefined)}
        onClick={() => zip.mutate()}
      >
        <Icon name="download" /> Zip of {plural(paths.length, 'figure')}
      </Button>
      <Button
        small
        disabledReason={none}
        onClick={() => downloadText(`${name}.csv`, toCsv(wallCsv(task, tiles)), 'text/csv;charset=utf-8')}
      >
        <Icon name="download" /> CSV
      </Button>
      <ErrorNotice error={zip.error} />
    </>
  );
}
