import { signInConfig } from '#shared/sign-in/provider-config.ts';
import { secretsManagerSource } from '#shared/store/users/secrets.ts';
import { groupHandler } from '../../http/group.ts';
import { readSecretsBy, readSignInBy } from '../../runtime.ts';
import { beginIdentityLink } from './beginIdentityLink.ts';
import { beginSignIn } from './beginSignIn.ts';
import { bulkImportUsers } from './bulkImportUsers.ts';
import { changePassword } from './changePassword.ts';
import { completeSignIn } from './completeSignIn.ts';
import { createApiToken } from './createApiToken.ts';
import { createProjectForUser } from './createProjectForUser.ts';
import { deleteApiToken } from './deleteApiToken.ts';
import { deleteSession } from './deleteSession.ts';
import { deleteUser } from './deleteUser.ts';
import { deleteUserSession } from './deleteUserSession.ts';
import { exportSystemAudit } from './exportSystemAudit.ts';
import { getCurrentUser } from './getCurrentUser.ts';
import { getSignInMethods } from './getSignInMethods.ts';
import { getUserDetails } from './getUserDetails.ts';
import { importUsers } from './importUsers.ts';
import { listAllUsers } from './listAllUsers.ts';
import { listApiTokens } from './listApiTokens.ts';
import { listSessions } from './listSessions.ts';
import { listSystemAuditEntries } from './listSystemAuditEntries.ts';
import { listUserSessions } from './listUserSessions.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { previewUserImport } from './previewUserImport.ts';
import { registerUser } from './registerUser.ts';
import { reloadConfigCaches } from './reloadConfigCaches.ts';
import { resetPassword } from './resetPassword.ts';
import { unlinkUserIdentity } from './unlinkUserIdentity.ts';
import { updateCurrentUserProfile } from './updateCurrentUserProfile.ts';
import { updateUserSettings } from './updateUserSettings.ts';

readSignInBy(signInConfig);
readSecretsBy((secretId, clientSecretId) => secretsManagerSource(secretId, undefined, clientSecretId));

export const handler = groupHandler({
  login,
  logout,
  getSignInMethods,
  beginSignIn,
  completeSignIn,
  beginIdentityLink,
  registerUser,
  getCurrentUser,
  updateCurrentUserProfile,
  changePassword,
  resetPassword,
  reloadConfigCaches,
  listAllUsers,
  importUsers,
  bulkImportUsers,
  previewUserImport,
  getUserDetails,
  updateUserSettings,
  deleteUser,
  unlinkUserIdentity,
  createProjectForUser,
  listUserSessions,
  deleteUserSession,
  listSessions,
  deleteSession,
  listApiTokens,
  createApiToken,
  deleteApiToken,
  listSystemAuditEntries,
  exportSystemAudit,
});
