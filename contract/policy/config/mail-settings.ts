// Where the person's mail is: in a Gmail account, or on a mail server of any kind.
import { z } from 'zod'

/** The stored credential that lets Gatehouse in at the mail server. */
export const MAIL_PASSWORD = 'mail-password'

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

const server = (usualPort: number) =>
  z
    .string()
    .max(300)
    .regex(/^(?:[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*|\[[0-9a-fA-F:]+\])(?::[1-9][0-9]{0,4})?$/, {
      error: `a server such as mail.example.org, or mail.example.org:${usualPort}`,
    })
    .nullable()
    .default(null)
const mailAddress = z
  .string()
  .max(254)
  .regex(/^[^\s@,;:<>"\\]{1,64}@[A-Za-z0-9.-]{1,189}$/, 'one address such as me@example.org')

export const MailSettings = z.strictObject({
  provider: z
    .enum(['gmail', 'server'])
    .default('gmail')
    .describe('gmail: the signed-in Google account; server: IMAP and SMTP.'),
  imap: server(993).describe(
    'The IMAP server. Usual port: 993, encrypted from the start; on 143 encryption begins with STARTTLS.',
  ),
  smtp: server(465).describe(
    'The SMTP server. Usual port: 465, encrypted from the start; on 587 encryption begins with STARTTLS.',
  ),
  user: z
    .string()
    .min(1)
    .max(254)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, 'one line of text')
    .nullable()
    .default(null)
    .describe('The name to sign in with.'),
  from: mailAddress.nullable().default(null).describe('Your address, as your emails give it.'),
})
export type MailSettings = z.infer<typeof MailSettings>

const { provider, imap, smtp, user, from } = MailSettings.shape

/** A change to it; what is left out stays. */
export const MailSettingsPatch = z.strictObject({
  provider: provider.unwrap().optional(),
  imap: imap.unwrap().optional(),
  smtp: smtp.unwrap().optional(),
  user: user.unwrap().optional(),
  from: from.unwrap().optional(),
})

export type MailServers = {
  /** `https://host:port`; `http://` on this machine, where nothing is encrypted. */
  readonly imap: string
  readonly smtp: string
  readonly user: string
  readonly from: string
}

/** Null: not everything is set. */
export function mailServers(settings: MailSettings): MailServers | null {
  const { imap: inward, smtp: outward, user: name, from: address } = settings
  if (inward === null || outward === null || name === null || address === null) return null
  return { imap: urlOf(inward, 993), smtp: urlOf(outward, 465), user: name, from: address }
}

/** What a server speaks in the open until it is asked to go over to TLS. */
export type MailUpgrade = 'imap' | 'smtp'

/** By its port, as servers have it everywhere. Null: it is encrypted from the start, or on this machine. */
export function mailUpgrade(url: string): MailUpgrade | null {
  const { protocol, port } = new URL(url)
  if (protocol !== 'https:') return null
  return port === '587' ? 'smtp' : port === '143' ? 'imap' : null
}

function urlOf(written: string, usualPort: number): string {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(written) ?? []
  const scheme = LOOPBACK.test(host) ? 'http' : 'https'
  return `${scheme}://${host.toLowerCase()}:${port ?? usualPort}`
}
