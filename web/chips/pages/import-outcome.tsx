import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../ui/components/button.tsx';
import { DialogBody } from '../../ui/components/dialog.tsx';
import { Notice } from '../../ui/components/notice.tsx';
import { DescriptionList } from '../../ui/components/page.tsx';
import type { ImportResult } from '../../ui/lib/api/wire.ts';
import { plural } from '../../ui/lib/format/words.ts';
import { ImportLeftOut } from './import-left-out.tsx';
import { ImportWarnings } from './import-warnings.tsx';
import { JudgedValues } from './judged-values.tsx';

/** What an import did, and the ways to what came in. */
export function ImportOutcome({ result, onClose }: { result: ImportResult; onClose: () => void }) {
  return (
    <DialogBody
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Link to="/chips/$chipId" params={{ chipId: result.chip_id }} className={buttonClass()}>
            Open the chip
          </Link>
          <Link to="/dashboard" search={{ chip: result.chip_id }} className={buttonClass({ variant: 'primary' })}>
            Open the map
          </Link>
        </>
      }
    >
      <Notice tone="good">
        <span>
          {result.created ? `Chip '${result.chip_id}' was created` : `Chip '${result.chip_id}' was updated`} with{' '}
          {plural(result.values, 'value')}.
        </span>
      </Notice>
      <DescriptionList
        items={[
          ['Qubits', result.qubits],
          ['Couplings', result.couplings],
          ['Values', result.values],
          ['Faulty', result.faulty],
          ['Missing', result.missing],
          ['Unchanged', result.unchanged],
        ]}
      />
      <JudgedValues result={result} isPreview={false} />
      <ImportWarnings warnings={result.warnings} />
      <ImportLeftOut rows={result.left_out} />
    </DialogBody>
  );
}
