// What a command of a tool can connect to, and the mail server of the person.
import type { Failure } from '../../failure.ts'
import type { Result } from '../../result.ts'
import type { MailAnswer, MailServerRequest } from './mail-request.ts'

/** Fails with `mail.outside-permit` for a server, a credential or recipients not permitted. */
export type MailPower = {
  ask(request: MailServerRequest): Promise<Result<MailAnswer, Failure>>
}

/**
 * The hosts it was permitted are opened to the program that `proc.run` of the same call starts.
 * `mail`: the person's mail server, where it is one of them.
 */
export type ConnectPower = { readonly mail?: MailPower }
