import { useState } from 'react';
import { Icon } from '../../ui/components/icon.tsx';
import { droppedFiles } from '../../ui/lib/browser/dropped-files.ts';
import { classNames } from '../../values/lib/look/class-names.ts';
import styles from './import-chip-dialog.module.css';

/** Takes files that are dropped on it or chosen. */
export function FileDrop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false);
  return (
    <label
      className={classNames(styles.drop, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void droppedFiles(event.dataTransfer).then(onFiles);
      }}
    >
      <Icon name="upload" size={20} />
      <strong>Drop the files of a device or their folder here, or choose files</strong>
      <span>JSON or YAML. Their content says what they are.</span>
      <input
        className="visually-hidden"
        type="file"
        accept=".json,.jsonl,.yaml,.yml,application/json"
        multiple
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </label>
  );
}
