import { secretsManagerSource } from '#shared/store/users/secrets.ts';
import { groupHandler } from '../../http/group.ts';
import { readSecretsBy } from '../../runtime.ts';
import { changePassword } from './changePassword.ts';
import { createApiToken } from './createApiToken.ts';
import { deleteApiToken } from './deleteApiToken.ts';
import { exportSystemAudit } from './exportSystemAudit.ts';
import { getCurrentUser } from './getCurrentUser.ts';
import { listApiTokens } from './listApiTokens.ts';
import { listSystemAuditEntries } from './listSystemAuditEntries.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { registerUser } from './registerUser.ts';
import { resetPassword } from './resetPassword.ts';
import { updateCurrentUserProfile } from './updateCurrentUserProfile.ts';

readSecretsBy(secretsManagerSource);

export const handler = groupHandler({
  login,
  logout,
  registerUser,
  getCurrentUser,
  updateCurrentUserProfile,
  changePassword,
  resetPassword,
  listApiTokens,
  createApiToken,
  deleteApiToken,
  listSystemAuditEntries,
  exportSystemAudit,
});
