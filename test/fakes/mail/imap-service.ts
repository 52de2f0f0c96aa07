// An IMAP server (RFC 9051) with one account: mailboxes of messages with flags, numbers that stay,
// literals both ways. What it cannot do it refuses, as the protocol says.
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type StoredMail = { uid: number; flags: Set<string>; raw: string }
export type ImapService = {
  readonly host: string
  readonly mailboxes: Map<string, StoredMail[]>
  /** Every command as it came, without its tag. */
  readonly commands: string[]
  readonly user: string
  readonly password: string
}

type Options = {
  /** False: it did, before TLS began. */
  readonly greets?: boolean
  readonly capabilities?: string
  /** Said instead of an answer to the first command that begins so. */
  readonly instead?: { readonly command: string; readonly answer: string | null }
}

export const rawMail = (subject: string, text: string, more: readonly string[] = []): string =>
  [
    ...['From: Ada <ada@example.org>', 'To: me@example.org', `Subject: ${subject}`],
    'Date: Mon, 23 Nov 2026 09:00:00 +0000',
    ...more,
    '',
    text,
  ].join('\r\n')

export async function imapService({
  capabilities = 'IMAP4rev1 AUTH=PLAIN SASL-IR MOVE UIDPLUS',
  instead,
  greets = true,
}: Options = {}): Promise<ImapService> {
  const mailboxes = new Map<string, StoredMail[]>([
    [
      'INBOX',
      [
        { uid: 4, flags: new Set(['\\Seen']), raw: rawMail('Old', 'Nothing new.') },
        { uid: 7, flags: new Set(), raw: rawMail('Meeting', 'Can we meet on Tuesday? (or never)') },
      ],
    ],
    ['Archive', []],
    ['Entw&APw-rfe', []],
  ])
  const commands: string[] = []
  const account = { user: 'me', password: 'pass word "quoted"' }
  let misbehaves = instead

  const serve = (socket: Socket): void => {
    let held = ''
    let selected: StoredMail[] = []
    const say = (line: string): void => void socket.write(Buffer.from(`${line}\r\n`, 'latin1'))
    if (greets) say('* OK ready [for (anything')
    const literal = (text: string): string =>
      `{${Buffer.byteLength(text)}}\r\n${Buffer.from(text).toString('latin1')}`
    const run = (line: string): void => {
      const [tag = '', ...words] = line.split(' ')
      const command = words.join(' ')
      commands.push(command)
      const done = (text = 'done'): void => say(`${tag} OK ${text}`)
      const no = (text: string): void => say(`${tag} NO ${text}`)
      if (misbehaves !== undefined && command.startsWith(misbehaves.command)) {
        const { answer } = misbehaves
        misbehaves = undefined
        if (answer === null) return void socket.destroy()
        return void socket.write(answer.replaceAll('TAG', tag))
      }
      if (command === 'CAPABILITY') return (say(`* CAPABILITY ${capabilities}`), done())
      if (command.startsWith('AUTHENTICATE PLAIN ')) {
        const [, user, password] = Buffer.from(words[2] ?? '', 'base64')
          .toString()
          .split('\0')
        return user === account.user && password === account.password ? done() : no('wrong')
      }
      if (command.startsWith('LOGIN ')) {
        const right = `LOGIN "me" "${account.password.replaceAll('"', '\\"')}"`
        return command === right ? done() : no(`wrong: ${command}`)
      }
      if (command.startsWith('LIST ')) {
        for (const name of mailboxes.keys()) say(`* LIST (\\HasNoChildren) "/" "${name}"`)
        return done()
      }
      const name = (at: number): string => words.slice(at).join(' ').replace(/^"|"$/g, '')
      if (words[0] === 'SELECT' || words[0] === 'EXAMINE') {
        const found = mailboxes.get(name(1))
        if (found === undefined) return no('no such mailbox')
        selected = found
        say(`* ${found.length} EXISTS`)
        say('* OK [UIDVALIDITY 99] fine')
        return done()
      }
      if (words[0] === 'STATUS') {
        const found = mailboxes.get((words[1] ?? '').replaceAll('"', ''))
        if (found === undefined) return no('no such mailbox')
        const unseen = found.filter(({ flags }) => !flags.has('\\Seen')).length
        say(`* STATUS ${words[1]} (UNSEEN ${unseen})`)
        return done()
      }
      if (words[0] !== 'UID') return command === 'LOGOUT' ? done() : say(`${tag} BAD unknown`)
      const uids = new Set((words[2] ?? '').split(',').map(Number))
      const named = selected.filter(({ uid }) => uids.has(uid))
      switch (words[1] ?? '') {
        case 'SEARCH': {
          const text = /TEXT "?(.*?)"?$/.exec(command)?.[1]
          const wanted = Buffer.from(text ?? '', 'latin1').toString()
          const found = selected.filter(({ raw }) => text === undefined || raw.includes(wanted))
          say(`* SEARCH ${found.map(({ uid }) => uid).join(' ')}`)
          return done()
        }
        case 'FETCH':
          for (const [at, { uid, flags, raw }] of named.entries()) {
            const head = raw.slice(0, raw.indexOf('\r\n\r\n') + 4)
            const parts = [
              `UID ${uid}`,
              ...(command.includes('FLAGS') ? [`FLAGS (${[...flags].join(' ')})`] : []),
              ...(command.includes('RFC822.SIZE') ? [`RFC822.SIZE ${Buffer.byteLength(raw)}`] : []),
              ...(command.includes('HEADER.FIELDS')
                ? [`BODY[HEADER.FIELDS (FROM TO CC SUBJECT DATE)] ${literal(head)}`]
                : []),
              ...(command.includes('BODY.PEEK[]') ? [`BODY[] ${literal(raw)}`] : []),
            ]
            say(`* ${at + 1} FETCH (${parts.join(' ')})`)
          }
          return done()
        case 'STORE': {
          const [, sign, flag = ''] = /([+-])FLAGS\.SILENT \((.*)\)/.exec(command) ?? []
          for (const { flags } of named)
            if (sign === '+') flags.add(flag)
            else flags.delete(flag)
          return done()
        }
        case 'MOVE':
        case 'COPY': {
          if (words[1] === 'MOVE' && !capabilities.includes('MOVE'))
            return say(`${tag} BAD unknown`)
          const target = mailboxes.get(name(3))
          if (target === undefined) return no('no such mailbox')
          for (const mail of named) target.push({ ...mail, uid: target.length + 1 })
          if (words[1] === 'MOVE') remove(selected, named)
          return done()
        }
        case 'EXPUNGE':
          remove(
            selected,
            named.filter(({ flags }) => flags.has('\\Deleted')),
          )
          return done()
        default:
          return say(`${tag} BAD unknown`)
      }
    }
    let before = ''
    let needed = 0
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      held += chunk.toString('latin1')
      for (;;) {
        if (held.length < needed) return
        before += held.slice(0, needed)
        held = held.slice(needed)
        needed = 0
        const end = held.indexOf('\r\n')
        if (end < 0) return
        const line = held.slice(0, end)
        held = held.slice(end + 2)
        const counted = /\{(\d+)\}$/.exec(line)
        if (counted === null) {
          run(before + line)
          before = ''
          continue
        }
        before += line.slice(0, line.length - counted[0].length)
        needed = Number(counted[1])
        say('+ go on')
      }
    })
  }
  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, mailboxes, commands, ...account }
}

function remove(from: StoredMail[], gone: readonly StoredMail[]): void {
  for (const mail of gone) from.splice(from.indexOf(mail), 1)
}
