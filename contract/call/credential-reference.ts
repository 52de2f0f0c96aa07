// How a tool names a stored credential: by its name, or by a reference that `secrets_get` gave. A
// reference contains the name, so that the touches of a call follow from its arguments alone.

const NAME = '[a-z][a-z0-9-]{0,63}'

export const CREDENTIAL_OR_REFERENCE = new RegExp(`^(?:${NAME}|use:${NAME}:[0-9a-f]{24})$`)

export const isReference = (credential: string): boolean => credential.startsWith('use:')

/** The name of the credential that is meant. */
export const credentialNamed = (credential: string): string =>
  isReference(credential) ? (credential.split(':')[1] ?? '') : credential
