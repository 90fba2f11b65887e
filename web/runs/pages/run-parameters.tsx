import { Fold } from '../../ui/components/fold.tsx';
import { DescriptionList } from '../../ui/components/page.tsx';
import type { Run } from '../../ui/lib/api/wire.ts';
import { runParameterRow } from '../lib/run-parameter-rows.ts';
import styles from './run-parameters.module.css';

/** What a run was started with, in words and units that people read, and as the API has it on request. */
export function RunParameters({ run }: { run: Run }) {
  const rows = Object.entries(run.parameters).map(([name, value]) => runParameterRow(run.runner, name, value));
  return (
    <>
      <DescriptionList fixedWidth items={rows.map(({ title, text }) => [title, text])} />
      <Fold summary="As JSON">
        <pre className={styles.parameters}>{JSON.stringify(run.parameters, null, 2)}</pre>
      </Fold>
    </>
  );
}
