// The person's own mail server: what a request to it reaches (the server, with who gets an email, and
// the stored password), and what it answers.
import { failure, type Failure } from '../../contract/failure.ts'
import type { ConnectPower } from '../../contract/call/powers/connect-power.ts'
import {
  recipientsOf,
  type MailRequest,
  type MailServerRequest,
} from '../../contract/call/powers/mail-request.ts'
import type { ToolOutput } from '../../contract/call/tool.ts'
import type { TouchOf } from '../../contract/call/touch.ts'
import {
  MAIL_PASSWORD,
  mailServers,
  type MailSettings,
} from '../../contract/policy/config/mail-settings.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { MailFile } from '../service/mail/mail-files.ts'
import { mimeOf } from '../service/mail/mime.ts'
import { answerText } from './answer-text.ts'

export function serverTouches(
  settings: MailSettings,
  request: MailRequest,
): readonly TouchOf<'net.connect' | 'secrets.get'>[] {
  const servers = mailServers(settings)
  if (servers === null) return []
  const send = request.kind === 'send'
  return [
    {
      kind: 'net.connect',
      host: new URL(send ? servers.smtp : servers.imap).host,
      // Nobody, where nothing is sent: what a command connects to names no recipients at all.
      recipients: send ? [...recipientsOf(request.mail)] : [],
    },
    { kind: 'secrets.get', name: MAIL_PASSWORD },
  ]
}

export async function askServer(
  request: MailRequest,
  files: readonly MailFile[],
  power: ConnectPower,
): Promise<Result<ToolOutput, Failure>> {
  if (power.mail === undefined)
    return err(failure('service.not-set-up', 'No mail server can be reached here.'))
  const answer = await power.mail.ask(request.kind === 'send' ? onTheWire(request, files) : request)
  return answer.ok ? ok(answerText(request, answer.value)) : answer
}

/** Nobody reads in it who gets it unseen. */
function onTheWire(
  { mail }: Extract<MailRequest, { kind: 'send' }>,
  files: readonly MailFile[],
): MailServerRequest {
  const { bcc: _unseen, ...seen } = mail
  return { kind: 'send', to: recipientsOf(mail), message: mimeOf(seen, files) }
}
