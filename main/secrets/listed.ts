// What a list shows of the credential store.
import type { Credential } from '../../contract/credential.ts'
import { isSignIn } from './sign-ins.ts'
import { isWebhookSecret } from './webhook-secrets.ts'

export const plain = ({
  name,
  hosts,
  header,
  template,
  createdAt,
  lastUsedAt,
}: Credential): Credential => ({ name, hosts, header, template, createdAt, lastUsedAt })

/** Of the person's own; the rest is what Gatehouse itself keeps here. */
export const isListed = (credential: Credential): boolean =>
  !isSignIn(credential) && !isWebhookSecret(credential)
