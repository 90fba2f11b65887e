import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../../values/lib/look/class-names.ts';
import styles from './field.module.css';

interface Frame {
  label: string;
  optional?: boolean;
  hint?: ReactNode;
  problem?: string | undefined;
  /** Label and control on one line, for filters. */
  inline?: boolean;
}

function useFrame({ hint, problem }: Frame) {
  const id = useId();
  const described = problem ? `${id}-problem` : hint ? `${id}-hint` : undefined;
  return { id, described };
}

function Framed({ id, frame, children }: { id: string; frame: Frame; children: ReactNode }) {
  return (
    <div className={frame.inline ? styles.inline : styles.field}>
      <label className={styles.label} htmlFor={id}>
        {frame.label}
        {frame.optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children}
      {frame.problem ? (
        <span className={styles.problem} id={`${id}-problem`}>
          {frame.problem}
        </span>
      ) : (
        frame.hint && (
          <span className={styles.hint} id={`${id}-hint`}>
            {frame.hint}
          </span>
        )
      )}
    </div>
  );
}

/** A labelled text input with its hint, or the problem with what was entered. */
export function TextField({ label, optional, hint, problem, inline, ...input }: Frame & ComponentProps<'input'>) {
  const frame: Frame = { label, hint, problem, ...(optional && { optional }), ...(inline && { inline }) };
  const { id, described } = useFrame(frame);
  return (
    <Framed id={id} frame={frame}>
      <input
        {...input}
        id={id}
        className={classNames(styles.control, input.className)}
        aria-describedby={described}
        aria-invalid={problem ? true : undefined}
      />
    </Framed>
  );
}

/** A labelled choice of the browser's own kind: it works with every keyboard and on every phone. */
export function SelectField({ label, optional, hint, problem, inline, ...select }: Frame & ComponentProps<'select'>) {
  const frame: Frame = { label, hint, problem, ...(optional && { optional }), ...(inline && { inline }) };
  const { id, described } = useFrame(frame);
  return (
    <Framed id={id} frame={frame}>
      <select
        {...select}
        id={id}
        className={classNames(styles.control, select.className)}
        aria-describedby={described}
        aria-invalid={problem ? true : undefined}
      />
    </Framed>
  );
}

/** A labelled text of several lines; `code` sets it in a fixed width. */
export function AreaField({
  label,
  optional,
  hint,
  problem,
  inline,
  code,
  ...area
}: Frame & ComponentProps<'textarea'> & { code?: boolean }) {
  const frame: Frame = { label, hint, problem, ...(optional && { optional }), ...(inline && { inline }) };
  const { id, described } = useFrame(frame);
  return (
    <Framed id={id} frame={frame}>
      <textarea
        {...area}
        id={id}
        className={classNames(styles.control, styles.area, code && styles.code, area.className)}
        aria-describedby={described}
        aria-invalid={problem ? true : undefined}
      />
    </Framed>
  );
}

/** A check box with its label behind it. */
export function CheckField({ label, ...input }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  );
}
