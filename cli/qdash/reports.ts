import { type ProjectReport, Report, type ReportJson } from './report.ts';

/** The report of a whole import, and that of each project. */
export class Reports {
  readonly whole = new Report();
  readonly #projects = new Map<string, Report>();

  /** What is said of a project, and of the whole with it; of documents without a project, of the whole alone. */
  of(projectId: string | undefined): ProjectReport {
    const { whole } = this;
    const own = projectId === undefined ? undefined : this.#ownOf(projectId);
    return {
      count: (collection, outcome, by) => {
        whole.count(collection, outcome, by);
        own?.count(collection, outcome, by);
      },
      remark: (kind, collection, message, example) => {
        whole.remark(kind, collection, message, example);
        own?.remark(kind, collection, message, example);
      },
      refuse: (collection, message, example) => {
        for (const report of [whole, own]) {
          report?.count(collection, 'refused');
          report?.remark('refused', collection, message, example);
        }
      },
      countFile: (isFound) => {
        for (const report of [whole, own]) report?.countFile(isFound);
      },
    };
  }

  #ownOf(projectId: string): Report {
    const own = this.#projects.get(projectId) ?? new Report();
    this.#projects.set(projectId, own);
    return own;
  }

  project(projectId: string): ReportJson {
    return this.#ownOf(projectId).toJSON();
  }
}
