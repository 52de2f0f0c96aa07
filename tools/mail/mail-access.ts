// What the tools for mail require, by where the mailbox of the person is.
import type { Requirement } from '../../contract/call/manifest.ts'
import {
  MAIL_PASSWORD,
  mailServers,
  type MailSettings,
} from '../../contract/policy/config/mail-settings.ts'
import type { Services } from '../../contract/policy/config/services.ts'
import { mailService } from '../service/services.ts'

export const mailRequirements = (services: Services): Requirement[] =>
  services.mail.provider === 'server' ? serverRequirements(services.mail) : [mailService(services)]

/** Both servers, each with the same password. */
function serverRequirements(settings: MailSettings): Requirement[] {
  const servers = mailServers(settings)
  if (servers === null) return [{ kind: 'setting', key: 'services.mail' }]
  const one = (name: string, title: string, url: string): Requirement => ({
    kind: 'service',
    name,
    title,
    url,
    setting: `services.mail.${name}`,
    credential: MAIL_PASSWORD,
    header: 'password',
    template: '{}',
  })
  return [
    one('imap', 'your mail server', servers.imap),
    one('smtp', 'your mail server for sending', servers.smtp),
  ]
}
