/** Something that a tool has to say against a template. */
export interface Finding {
  tool: Tool;
  /** Such as `CKV_AWS_115`. */
  rule: string;
  /** What it is said of: `<stack>/<logical id>`. */
  of: string;
  detail: string;
}

export const tools = ['parliament', 'checkov'] as const;
export type Tool = (typeof tools)[number];

/** Why a finding is none. */
export interface Acknowledgement {
  rule: string;
  /** Places in which it is accepted, by `<stack>/<logical id>`. */
  of: RegExp;
  /** Only where the detail says this; whatever it says unless given. */
  detail?: RegExp;
  reason: string;
}

/** What nobody has accepted, and what was accepted and is not found any more. */
export interface Judgement {
  open: Finding[];
  idle: Acknowledgement[];
}

export function judge(findings: readonly Finding[], acknowledgements: readonly Acknowledgement[]): Judgement {
  const covers = ({ rule, of, detail = /^/ }: Acknowledgement, finding: Finding) =>
    rule === finding.rule && of.test(finding.of) && detail.test(finding.detail);
  return {
    open: findings.filter((finding) => !acknowledgements.some((one) => covers(one, finding))),
    idle: acknowledgements.filter((one) => !findings.some((finding) => covers(one, finding))),
  };
}

/** What `parliament --json` prints: a finding a line, of files that are named `<stack>-<logical id>.json`. */
export function parliamentFindings(printed: string): Finding[] {
  const lines = printed.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => {
    const { issue, detail, location } = JSON.parse(line) as {
      issue: string;
      detail: unknown;
      location: { filepath: string; actions?: string[] };
    };
    const file = location.filepath.split('/').at(-1) ?? '';
    const said = JSON.stringify([detail, location.actions ?? []]);
    return { tool: 'parliament', rule: issue, of: file.replace(/\.json$/, '').replace('-', '/'), detail: said };
  });
}

/** What `checkov -o json` prints: one report, or a list of them. */
export function checkovFindings(printed: string): Finding[] {
  const reports = [JSON.parse(printed)].flat() as {
    results?: { failed_checks: { check_id: string; check_name: string; resource: string; file_path: string }[] };
  }[];
  return reports.flatMap(({ results }) =>
    (results?.failed_checks ?? []).map(({ check_id: rule, check_name: detail, resource, file_path: file }) => {
      const stack = /([a-z]+)\.template\.json$/.exec(file)?.[1] ?? file;
      return { tool: 'checkov', rule, of: `${stack}/${resource.split('.').at(-1)}`, detail };
    }),
  );
}
