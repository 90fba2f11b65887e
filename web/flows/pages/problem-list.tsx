import { Icon } from '../../ui/components/icon.tsx';
import { plural } from '../../ui/lib/format/words.ts';
import styles from './flows.module.css';
import type { SourceProblem, SourceState } from './use-flow-problems.ts';

/** The mistakes of a source, each a way to its line; without any, what a run of it would be. */
export function ProblemList({ state, onJump }: { state: SourceState; onJump: (problem: SourceProblem) => void }) {
  const { problems, unknown } = state;
  return (
    <div className={styles.problems}>
      <p role="status" className={styles.verdict}>
        {unknown === undefined && <Icon name={problems.length > 0 ? 'alert' : 'check'} />}
        {verdictOf(state)}
      </p>
      {problems.length > 0 && (
        <ul aria-label="Problems">
          {problems.map((problem) => (
            <li key={`${problem.line} ${problem.column} ${problem.message}`}>
              <button type="button" className={styles.problem} onClick={() => onJump(problem)}>
                {problem.line !== null && <span className={styles.line}>Line {problem.line}</span>} {problem.message}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function verdictOf({ problems, taskCount, unknown }: SourceState): string {
  if (problems.length > 0) return plural(problems.length, 'problem');
  if (unknown !== undefined) return unknown;
  return taskCount === undefined ? 'No problems found' : `No problems; a run has ${plural(taskCount, 'task')}`;
}
