import type { KnowledgeRecord } from '#shared/discussions/store/knowledge.ts';
import { taskKnowledge, taskKnowledgeSummary } from '#shared/results/contract/schemas/task-knowledge.ts';
import type { TaskKnowledge, TaskKnowledgeRow } from '#shared/results/verbs/tasks/task-knowledge.ts';
import { presentKnowledge } from '../discussions/present-issue-knowledge.ts';
import { present } from '../http/present.ts';

/** A row of the list of task knowledge, on the wire. */
export const presentTaskKnowledgeRow = (row: TaskKnowledgeRow) =>
  present(taskKnowledgeSummary, row, {
    failure_mode_count: row.failureModes,
    case_count: row.cases,
    image_count: row.images,
  });

/** The knowledge of a task, on the wire. */
export const presentTaskKnowledge = ({ document, task, ...known }: TaskKnowledge) =>
  present(
    taskKnowledge,
    { ...document, ...known },
    {
      expected_result: present(taskKnowledge.shape.expected_result, document.expected),
      output_parameters_info: task.outputs.map(({ name, description }) => ({ name, description })),
      images: document.images.map(presentImage),
      review_markdown: document.reviewGuide,
      review_images: document.images.filter(({ section }) => section === 'review guide').map(presentImage),
      cases: known.cases.map(presentCase),
      prompt_text: known.markdown,
      review_prompt_text: document.reviewGuide,
    },
  );

const presentImage = ({ altText, path, section }: TaskKnowledge['document']['images'][number]) => ({
  ...{ alt_text: altText, relative_path: path, section, base64_data: '' },
});

/** A case as QDash shows it below its task: its content without its source. */
function presentCase(known: KnowledgeRecord) {
  const { id, issue_id, task_id, task_name, created_at, updated_at, pr_url, ...told } = presentKnowledge(known);
  const { reviewed_by, reviewed_by_user_id, figure_paths, thread_image_urls, resolution_status, ...texts } = told;
  const images = thread_image_urls.map((path) => presentImage({ altText: '', path, section: 'thread' }));
  return { ...texts, status: resolution_status, images };
}
