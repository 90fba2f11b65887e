import type { KnowledgeRecord } from '#shared/discussions/store/knowledge.ts';
import type { TaskKnowledge, TaskKnowledgeRow } from '#shared/results/verbs/tasks/task-knowledge.ts';
import { presentKnowledge } from '../discussions/present-issue-knowledge.ts';

/** A row of the list of task knowledge, on the wire. */
export const presentTaskKnowledgeRow = (row: TaskKnowledgeRow) => ({
  ...{ name: row.name, category: row.category, summary: row.summary, failure_mode_count: row.failureModes },
  ...{ case_count: row.cases, image_count: row.images },
  ...{ has_analysis_guide: row.hasAnalysisGuide, has_review_guide: row.hasReviewGuide },
});

/** The knowledge of a task, on the wire. */
export function presentTaskKnowledge({ document, task, ...known }: TaskKnowledge) {
  const { expected } = document;
  return {
    name: known.name,
    category: known.category,
    summary: document.summary,
    what_it_measures: document.whatItMeasures,
    physical_principle: document.physicalPrinciple,
    expected_result: {
      ...{ description: expected.description, result_type: expected.resultType, fit_model: expected.fitModel },
      ...{ x_axis: expected.xAxis, y_axis: expected.yAxis, z_axis: expected.zAxis },
      ...{ typical_range: expected.typicalRange, good_visual: expected.goodVisual },
    },
    evaluation_criteria: document.evaluationCriteria,
    check_questions: document.checkQuestions,
    failure_modes: document.failureModes.map(({ nextAction, ...mode }) => ({ ...mode, next_action: nextAction })),
    tips: document.tips,
    output_parameters_info: task.outputs.map(({ name, description }) => ({ name, description })),
    analysis_guide: document.analysisGuide,
    prerequisites: document.prerequisites,
    images: document.images.map(presentImage),
    review_markdown: document.reviewGuide,
    review_images: document.images.filter(({ section }) => section === 'review guide').map(presentImage),
    cases: known.cases.map(presentCase),
    prompt_text: known.markdown,
    review_prompt_text: document.reviewGuide,
    updated_by: known.updatedBy ?? null,
    updated_at: known.updatedAt ?? null,
  };
}

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
