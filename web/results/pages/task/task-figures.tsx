import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isOpen } from '#shared/runs/rules/statuses.ts';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { Segmented } from '../../../ui/components/segmented.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import type { TaskDetail } from '../../../ui/lib/api/wire.ts';
import { downloadFrom } from '../../../ui/lib/browser/download.ts';
import { FigureImage, InteractiveFigure } from '../../components/figures/figure-viewer.tsx';
import styles from './task.module.css';

const route = getRouteApi('/app/tasks/$taskId');

/** The figures of a task, as pictures or to be zoomed. */
export function TaskFigures({ task }: { task: TaskDetail }) {
  const { view } = route.useSearch();
  const navigate = route.useNavigate();
  const { figure_path: images, json_figure_path: figures } = task;
  const isInteractive = (view === 'interactive' || images.length === 0) && figures.length > 0;
  const paths = isInteractive ? figures : images;
  const label = (index: number) =>
    `Figure ${index + 1} of ${paths.length}: ${task.task_name} on ${taskTargetLabel(task.qid)}`;
  return (
    <Card
      title="Figures"
      note={
        images.length > 0 &&
        figures.length > 0 && (
          <Segmented
            label="Figures as"
            value={isInteractive ? 'interactive' : 'picture'}
            options={[
              { value: 'picture', label: 'Picture' },
              { value: 'interactive', label: 'Interactive' },
            ]}
            onChange={(next) =>
              void navigate({
                search: next === 'interactive' ? { view: 'interactive' } : {},
                replace: true,
                resetScroll: false,
              })
            }
          />
        )
      }
    >
      {paths.length === 0 && <p>{isOpen(task.status) ? 'Figures appear when the task ends' : 'No figures'}</p>}
      <div className={styles.figures}>
        {paths.map((path, index) =>
          isInteractive ? (
            <InteractiveFigure key={path} path={path} label={label(index)} />
          ) : (
            <FigureImage key={path} path={path} label={label(index)} />
          ),
        )}
      </div>
    </Card>
  );
}

/** The raw data of a task as files; hidden if there is none. */
export function RawData({ task: { raw_data_path: paths } }: { task: TaskDetail }) {
  const download = useMutation({
    mutationFn: async (path: string) => {
      const { url, file_name: fileName } = await api.getFileLink({ query: { path } });
      downloadFrom(url, fileName);
    },
  });
  if (paths.length === 0) return null;
  return (
    <Card title="Raw data">
      <div className={styles.actions}>
        {paths.map((path) => (
          <Button
            key={path}
            small
            aria-label={`Raw data ${fileNameOf(path)}`}
            disabled={download.isPending}
            onClick={() => download.mutate(path)}
          >
            <Icon name="download" /> {fileNameOf(path)}
          </Button>
        ))}
      </div>
      <ErrorNotice error={download.error} />
    </Card>
  );
}

const fileNameOf = (path: string): string => path.split('/').at(-1) ?? path;
