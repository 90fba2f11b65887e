/** The field of a password that an administrator sets for a user. */
export const newPassword = {
  type: 'password',
  autoComplete: 'new-password',
  minLength: 12,
  maxLength: 128,
  required: true,
  hint: '12 to 128 characters. Send it securely',
} as const;
