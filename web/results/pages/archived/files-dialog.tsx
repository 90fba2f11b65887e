import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, DialogBody } from '../../../ui/components/dialog.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { bytesText } from '../../../ui/lib/format/usage.ts';
import { type ArchivedMonth, archivedFilesQuery } from '../../lib/archived.ts';

interface Props {
  month: ArchivedMonth;
  named: string;
  open: boolean;
  onClose: () => void;
}

/** The Parquet files of a month, to be downloaded. */
export function FilesDialog(props: Props) {
  return (
    <Dialog
      title={`Files of ${props.named}`}
      description="Parquet, a row for each result. The column record is all of it as JSON."
      open={props.open}
      onClose={props.onClose}
    >
      <DialogBody actions={<Button onClick={props.onClose}>Close</Button>}>
        {props.open && <Files month={props.month} />}
      </DialogBody>
    </Dialog>
  );
}

function Files({ month }: { month: ArchivedMonth }) {
  const { data, error } = useQuery(archivedFilesQuery(month));
  if (!data) return <Pending error={error} what="files" />;
  return (
    <ul>
      {data.files.map(({ url, file_name: name, size_bytes: bytes }) => (
        <li key={name}>
          <a href={url} download={name}>
            {name}
          </a>{' '}
          ({bytesText(bytes)})
        </li>
      ))}
    </ul>
  );
}
