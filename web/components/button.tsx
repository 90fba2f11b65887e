import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './button.module.css';

/** How much a button asks for attention. */
export interface ButtonLook {
  look?: 'plain' | 'primary' | 'danger' | 'quiet';
  small?: boolean;
}

/** The classes of a button, for links that look like one. */
export const buttonClass = ({ look = 'plain', small = false }: ButtonLook = {}): string =>
  classNames(styles.button, look !== 'plain' && styles[look], small && styles.small);

/** A button; not a submit button unless told so. */
export function Button({ look, small, className, ...props }: ComponentProps<'button'> & ButtonLook) {
  return (
    <button
      type="button"
      {...props}
      className={classNames(buttonClass({ ...(look && { look }), ...(small && { small }) }), className)}
    />
  );
}
