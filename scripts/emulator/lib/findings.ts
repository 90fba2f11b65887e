/** A tool's finding in a template. */
export interface Finding {
  tool: Tool;
  /** Such as `CKV_AWS_115`. */
  rule: string;
  /** Subject of the finding: `<stack>/<logical id>`. */
  of: string;
  detail: string;
}

export const tools = ['parliament', 'checkov'] as const;
export type Tool = (typeof tools)[number];

/** An accepted finding and its reason. */
export interface Acknowledgement {
  rule: string;
  /** Where it is accepted, by `<stack>/<logical id>`. */
  of: RegExp;
  /** Restricts it to matching details; any by default. */
  detail?: RegExp;
  reason: string;
}

/** Findings that are not accepted, and acceptances without a finding. */
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

/** The output of `parliament --json`: one finding per line, for files named `<stack>-<logical id>.json`. */
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

/** The output of `checkov -o json`: one report, or a list of them. */
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
