// Files of the workspace that go with an email: any kind, shown with name, size and hash, and nothing
// else than what was shown is ever sent.
import { isUtf8 } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import { smtpService } from '../fakes/mail/smtp-service.ts'
import { imapService } from '../fakes/mail/imap-service.ts'
import {
  answering,
  ask,
  besideHome,
  journal,
  runApproved,
  startAll,
  startServices,
  wholeApp,
} from '../fakes/services/whole-app.ts'
import { fewCases } from '../whole.ts'

wholeApp()

const workspace = (path: string): string => besideHome(join('home-workspace', path))
const put = (path: string, content: string | Buffer): void => {
  mkdirSync(join(workspace(path), '..'), { recursive: true })
  writeFileSync(workspace(path), content)
}
const mail = { to: ['ada@example.org'], subject: 'Plans', body: 'Here they are.' }
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(70_000)])
const kinds: readonly (readonly [path: string, content: Buffer, type: string])[] = [
  ['reports/plan.pdf', pdf, 'application/pdf'],
  [
    'Löhne "Q4".xlsx',
    randomBytes(57),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  ['notes.txt', Buffer.from('.\r\n..\r\n--gatehouse-part-of-this-mail\r\nÄ'), 'text/plain'],
  ['program', Buffer.from([0, 255, 13, 10, 46, 13, 10]), 'application/octet-stream'],
  ['empty.zip', Buffer.alloc(0), 'application/zip'],
]
const putAll = (): string[] => kinds.map(([path, content]) => (put(path, content), path))
const nameOf = (path: string): string => path.split('/').at(-1) ?? ''

const attached = async (message: string | Buffer) =>
  (await PostalMime.parse(message)).attachments.map(({ filename, mimeType, content }) => [
    filename,
    mimeType,
    Buffer.from(content as ArrayBuffer).toString('hex'),
  ])
const expected = kinds.map(([path, content, type]) => [
  nameOf(path).replaceAll('"', '_'),
  type,
  content.toString('hex'),
])
const shown = (held: Approval | undefined) =>
  held?.facts?.kind === 'mail' ? held.facts.attachments : null

describe('files that go with an email', () => {
  const ways: readonly (readonly [tool: string, args: object, thread: string | undefined])[] = [
    ['google_mail', { action: 'send', ...mail }, undefined],
    [
      'google_mail',
      { action: 'reply', message_id: 'm1', ...mail, subject: 'Re: Meeting next week' },
      'thread-m1',
    ],
    ['send_email', mail, undefined],
  ]
  it.each(fewCases(ways, 1))(
    '%s: %s %j sends each byte for byte, as the card showed it',
    async (_name, tool, args, threadId) => {
      const { google } = await startAll()
      const files = putAll()
      const { result, held } = await runApproved(tool, { ...args, files })
      expect([result.status, result.text]).toEqual(['done', 'Sent to ada@example.org: id sent1.'])
      expect([held?.decision.tier, held?.proposals, held?.answers]).toEqual([
        'R3',
        [],
        ['once', 'deny-once', 'deny-always'],
      ])
      expect(shown(held ?? undefined)).toEqual(
        kinds.map(([path, content]) => ({
          name: nameOf(path),
          bytes: content.length,
          file: {
            path: workspace(path),
            sha256: sha256(content),
            secrets: isUtf8(content) && !content.includes(0) ? [] : null,
          },
        })),
      )
      const [sent] = google.sent
      expect(sent?.threadId).toBe(threadId)
      const raw = Buffer.from(sent?.raw ?? '', 'base64url')
      expect(await attached(raw)).toEqual(expected)
      expect(raw.toString()).not.toMatch(/^Bcc:/m)
    },
    600_000,
  )

  it('are looked through for secrets before anybody is asked, and the card names what was found @whole', async () => {
    const { google } = await startAll()
    put('deploy.env', 'DB_PASSWORD=correct-horse-9\nMODE=prod\n')
    const { result, held } = await runApproved('send_email', { ...mail, files: ['deploy.env'] })
    const card = JSON.stringify(held)
    expect([
      result.status,
      shown(held ?? undefined)?.map(({ file }) => file?.secrets),
      card.includes('correct-horse-9'),
      google.sent.length,
    ]).toEqual(['done', [['credential-setting']], false, 1])
  }, 600_000)

  it('go over a mail server of one’s own as well @whole', async () => {
    const [imap, smtp] = [await imapService(), await smtpService()]
    const settings = `{ provider: server, imap: '${imap.host}', smtp: '${smtp.host}', user: me, from: me@example.org }`
    await startServices({ extra: `  mail: ${settings}\n` })
    await ask('secrets.set', {
      name: 'mail-password',
      hosts: [imap.host, smtp.host],
      header: 'password',
      template: '{}',
      value: imap.password,
    })
    const { result } = await runApproved('send_email', { ...mail, files: putAll() })
    expect(result.status).toBe('done')
    expect(await attached(smtp.delivered[0]?.text ?? '')).toEqual(expected)
  }, 600_000)

  it('are not sent when they hold something else than the card showed @whole', async () => {
    const { google } = await startAll()
    put('plan.txt', 'the plan')
    const change = (): 'once' => {
      put('plan.txt', 'the salaries')
      return 'once'
    }
    const call = ask('tools.run', {
      tool: 'send_email',
      args: { ...mail, files: ['plan.txt'] },
      wait: true,
    })
    const { ended } = await answering(call, change)
    expect([ended.status, ended.error?.code]).toEqual(['denied', 'call.stale'])
    expect(google.sent).toEqual([])
  }, 600_000)

  it.each<[string, () => void, string[], string]>([
    ['nothing', () => {}, ['gone.txt'], 'file.missing'],
    ['a name with a line break', () => put('a\nBcc: b', 'x'), ['a\nBcc: b'], 'path.'],
    [
      'a folder',
      () => mkdirSync(workspace('folder'), { recursive: true }),
      ['folder'],
      'file.missing',
    ],
    [
      'a pipe',
      () => {
        put('x', '')
        execFileSync('mkfifo', [workspace('pipe')])
      },
      ['pipe'],
      'file.missing',
    ],
    [
      'a file outside',
      () => writeFileSync(besideHome('out.txt'), 'x'),
      ['../out.txt'],
      'file.outside',
    ],
    [
      'a link that leads outside',
      () => {
        writeFileSync(besideHome('out.txt'), 'x')
        put('x', '')
        symlinkSync(besideHome('out.txt'), workspace('link.txt'))
      },
      ['link.txt'],
      'file.outside',
    ],
    ['the home of Gatehouse', () => {}, ['../home/config.yaml'], 'stop'],
    ['too much in one', () => put('big', Buffer.alloc(18_000_001)), ['big'], 'file.too-large'],
    [
      'too much in several',
      () => (put('a', Buffer.alloc(9_000_001)), put('b', Buffer.alloc(9_000_001))),
      ['a', 'b'],
      'file.too-large',
    ],
    [
      'the same twice, too much together',
      () => put('a', Buffer.alloc(9_000_001)),
      ['a', 'a'],
      'file.too-large',
    ],
  ])(
    'are refused before anybody is asked: %s @whole',
    async (_what, prepare, files, code) => {
      const { google } = await startAll()
      prepare()
      const { result, held } = await runApproved('send_email', { ...mail, files })
      expect([held, google.sent]).toEqual([null, []])
      expect(`${result.error?.code} ${result.decision?.by.kind}`).toContain(code)
    },
    600_000,
  )

  it('are refused where a rule closes a path, and asked about under a rule that allows mail alone @whole', async () => {
    const rules = `rules:
  - { id: keys, when: { paths: ['**/*.pem'] }, effect: deny, reason: Keys stay here. }
  - { id: mails, when: { tools: [send_email], domains: ['127.0.0.1'], methods: [POST] }, effect: allow, reason: Mail is fine. }
`
    const { google } = await startAll({ more: rules })
    put('key.pem', 'secret')
    put('plan.txt', 'plan')
    const closed = await runApproved('send_email', { ...mail, files: ['key.pem'] })
    expect([closed.result.status, closed.result.decision?.by]).toEqual([
      'denied',
      { kind: 'rule', id: 'keys' },
    ])
    const rows = JSON.stringify([closed.result, await journal()])
    expect([rows.includes('key.pem'), rows.includes(sha256('secret'))]).toEqual([true, false])
    const asked = await runApproved('send_email', { ...mail, files: ['plan.txt'] })
    expect([asked.result.status, asked.result.route]).toEqual(['done', 'person'])
    expect(google.sent).toHaveLength(1)
    rmSync(workspace('key.pem'))
  }, 600_000)
})
