// Opens the person's mail server with its settings, the way out and the stored passwords.
import type { ConfigStore } from '../../config/config.ts'
import { openMailServer } from '../../mail/mail-server.ts'
import { newId } from '../../pipeline/new-id.ts'
import { destinationOf } from '../../secrets/destination.ts'
import { wordsOf } from '../../../tools/service/mail/page-mail-text.ts'
import type { Execution } from '../execution.ts'

export const wireMailServer = ({
  config,
  outbound,
  credentials,
  now,
}: Pick<Execution, 'outbound' | 'credentials'> & {
  readonly config: Pick<ConfigStore, 'current'>
  readonly now: () => number
}) =>
  openMailServer({
    settings: () => config.current().services.mail,
    connect: outbound.mailSocket,
    password: (name, url) => credentials.valueFor(name, destinationOf(url)),
    now,
    newId: () => newId('mail'),
    wordsOf,
  })
