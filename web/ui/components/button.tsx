import type { ComponentProps } from 'react';
import { classNames } from '../../values/lib/look/class-names.ts';
import styles from './button.module.css';

/** How much a button asks for attention. */
export interface ButtonStyle {
  variant?: 'plain' | 'primary' | 'danger' | 'quiet';
  small?: boolean;
}

/** The classes of a button, for links that look like one. */
export const buttonClass = ({ variant = 'plain', small = false }: ButtonStyle = {}): string =>
  classNames(styles.button, variant !== 'plain' && styles[variant], small && styles.small);

/**
 * A button; not a submit button unless told so. With a `disabledReason` it does nothing, yet can be reached, so that
 * pointer and keyboard find out why.
 */
export function Button({
  variant,
  small,
  className,
  disabledReason,
  ...props
}: ComponentProps<'button'> & ButtonStyle & { disabledReason?: string | undefined }) {
  return (
    <button
      type="button"
      {...props}
      {...(disabledReason !== undefined && { 'aria-disabled': true, title: disabledReason, onClick: undefined })}
      className={classNames(buttonClass({ ...(variant && { variant }), ...(small && { small }) }), className)}
    />
  );
}
