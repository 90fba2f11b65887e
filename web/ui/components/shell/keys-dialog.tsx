import { everywhereKeys, type KeyEntry, mapKeys, rowKeys, tickedKeys, wallKeys } from '../../lib/keys/key-list.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogBody } from '../dialog.tsx';
import styles from './keys-dialog.module.css';

/** Every key of the pages. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keys" open={open} onClose={onClose}>
      <DialogBody actions={<Button onClick={onClose}>Close</Button>}>
        <KeyTable title="On every page" entries={everywhereKeys} />
        <KeyTable title="On what is ticked, or what the page is about" entries={tickedKeys} />
        <KeyTable title="In tables and lists" entries={rowKeys} />
        <KeyTable title="In a map" entries={mapKeys} />
        <KeyTable title="On the figures" entries={wallKeys} />
        <p className={styles.hint}>Keys without Ctrl or Cmd can be turned off in Settings</p>
      </DialogBody>
    </Dialog>
  );
}

function KeyTable({ title, entries }: { title: string; entries: readonly KeyEntry[] }) {
  return (
    <table className={styles.keys}>
      <caption>{title}</caption>
      <tbody>
        {entries.map(({ keys, what }) => (
          <tr key={keys}>
            <th scope="row">
              <kbd>{keys}</kbd>
            </th>
            <td>{what}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
