/** The secrets of a deployment. */
export interface SecretSource {
  /** 32 bytes from which the signing key follows. */
  seed(): Promise<Uint8Array>;
  /** The first administrator's password. */
  adminPassword(): Promise<string>;
  /** The secret of this service at the sign-in provider; absent for a client that has none. */
  clientSecret?(): Promise<string>;
}

/** For functions that may not read any secret. */
export const noSecrets: SecretSource = {
  seed: () => Promise.reject(new Error('This function may not read the signing seed')),
  adminPassword: () => Promise.reject(new Error("This function may not read the administrator's password")),
};
