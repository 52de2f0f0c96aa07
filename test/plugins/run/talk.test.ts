// What is said between a plugin and Gatehouse while it runs: progress, cancellation, the network it
// was granted, and files that are not what was reviewed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostUser } from '../../../main/sandbox/linux/host-user.ts'
import { outboundOf, site } from '../../egress/fixtures/ask.ts'
import { codeOf, gathered, limits, openPluginFixture } from './fixture.ts'

const linux = process.platform === 'linux'
const fixture = openPluginFixture('talk')
/** A script of protocol 1, which has its call in `call` and says things by `say`. */
const script = (name: string, body: string) =>
  fixture.file(
    name,
    `import { createInterface } from 'node:readline'
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const call = JSON.parse((await lines.next()).value)
const id = call.request_id
process.stdin.unref()
const say = (message) => process.stdout.write(JSON.stringify({ request_id: id, ...message }) + '\\n')
const result = (data) => say({ kind: 'result', protocol_version: 1, data })
${body}
`,
  )
const run = (
  body: string,
  powers: Parameters<typeof fixture.run>[1] = {},
  more: Partial<Parameters<typeof fixture.run>[0]> = {},
) => fixture.run({ protocol: 1, file: script('talks.mjs', body), ...more }, powers)

describe.runIf(linux)('protocol 1', () => {
  it('tells the plugin its arguments, its folders and its limits', async () => {
    const folder = fixture.folder('books')
    const mounts = [{ hostPath: folder, guestPath: '/read/books', readOnly: true }]
    const result = await run('result(call)', {}, { mounts, args: { deep: { list: [1, null] } } })
    expect(result).toMatchObject({
      ok: true,
      value: {
        data: {
          kind: 'call',
          protocol_version: 1,
          request_id: 'call-1',
          tool: 'tried',
          args: { deep: { list: [1, null] } },
          cwd: '/tmp',
          mounts: [{ host_path: folder, guest_path: '/read/books', read_only: true }],
          limits: { run_time_ms: 60_000, stdout_bytes: 65_536, stderr_bytes: 65_536 },
        },
      },
    })
  })

  it('says what keeps a plugin waiting that reads to the end', async () => {
    const waits = fixture.file('waits.sh', '#!/bin/sh\ncat > /dev/null\n')
    const speaks = fixture.file(
      'speaks.sh',
      '#!/bin/sh\necho \'{"kind":"output","request_id":"call-1","text":"a"}\'\ncat > /dev/null\n',
    )
    const short = { limits: { ...limits, runTimeMs: 1_500 } }
    const hints = [waits, speaks].map(async (file) => {
      const ended = await fixture.run({ protocol: 1, file, ...short })
      return ended.ok ? null : [ended.error.code, ended.error.hint?.includes('one line')]
    })
    expect(await Promise.all(hints)).toEqual([
      ['plugin.timeout', true],
      ['plugin.timeout', false],
    ])
  })

  it('hands on what it says while it works, in order, before it has ended', async () => {
    const { all, news } = gathered()
    let seen = 0
    const result = await run(
      `say({ kind: 'progress', fraction: 0.5, text: 'half' })
       say({ kind: 'output', text: 'a line\\n' })
       await new Promise((later) => setTimeout(later, 300))
       result(null)`,
      { news: (one) => (news(one), (seen += 1)) },
    )
    expect(codeOf(result)).toBe('answered null')
    expect(seen).toBe(2)
    expect(all).toEqual([
      { kind: 'progress', fraction: 0.5, text: 'half' },
      { kind: 'output', text: 'a line\n' },
    ])
  })

  it.each([
    [
      'no JSON',
      'process.stdout.write("hello\\n"); await new Promise(() => setInterval(() => {}, 1000))',
      'plugin.answer-not-json',
    ],
    [
      'an unknown kind',
      'say({ kind: "shout" }); setInterval(() => {}, 1000)',
      'plugin.answer-shape',
    ],
    [
      'a key too many',
      'say({ kind: "output", text: "", more: 1 }); setInterval(() => {}, 1000)',
      'plugin.answer-shape',
    ],
    [
      'another call',
      'say({ request_id: "x", kind: "progress" }); setInterval(() => {}, 1000)',
      'plugin.answer-id',
    ],
    [
      'another protocol',
      'say({ kind: "result", protocol_version: 2, data: 1 })',
      'plugin.answer-version',
    ],
    ['two results', 'result(1); result(2)', 'plugin.answer-second'],
    ['progress after its result', 'result(1); say({ kind: "progress" })', 'plugin.answer-trailing'],
    [
      'rubbish after its result',
      'result(1); process.stdout.write("bye")',
      'plugin.answer-trailing',
    ],
    [
      'half a result',
      'process.stdout.write(`{"kind":"result","request_id":"${id}"`)',
      'plugin.answer-cut',
    ],
    ['nothing', '', 'plugin.no-answer'],
    [
      'too much',
      'const more = () => process.stdout.write(JSON.stringify({ request_id: id, kind: "output", text: "x".repeat(1000) }) + "\\n", more); more()',
      'plugin.stdout-overflow',
    ],
    ['a result, and ends badly', 'result(1); process.exitCode = 4', 'plugin.exit-code'],
  ])('ends what says %s', async (_what, body, code) => {
    expect(codeOf(await run(body))).toBe(code)
  })

  it('takes the last line without its end', async () => {
    expect(
      codeOf(
        await run(
          'process.stdout.write(JSON.stringify({ request_id: id, kind: "result", protocol_version: 1, data: 7 }))',
        ),
      ),
    ).toBe('answered 7')
  })

  it('takes an error of its own from a program that then ends as failed', async () => {
    const error = `{ code: 'too-far', text: 'It is too far.' }`
    expect(
      await run(
        `say({ kind: 'error', protocol_version: 1, error: ${error} }); process.exitCode = 1`,
      ),
    ).toMatchObject({
      ok: true,
      value: { error: { code: 'plugin.own.too-far', text: 'It is too far.' } },
    })
  })

  it('ends a script that takes more memory than it may have', async () => {
    const body = 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length))'
    const memoryBytes = 96 * 1024 * 1024
    expect(codeOf(await run(body, {}, { limits: { ...limits, memoryBytes } }))).toBe(
      'plugin.out-of-memory',
    )
  })

  it('asks it to stop first: it may still clean up', async () => {
    const folder = fixture.folder('lent', 'person')
    const mounts = [{ hostPath: folder, guestPath: '/write/lent', readOnly: false }]
    const stopping = new AbortController()
    const result = await run(
      `import { writeFileSync } from 'node:fs'
       say({ kind: 'progress' })
       process.stdin.ref()
       const { value } = await lines.next()
       writeFileSync('/write/lent/heard', value)`,
      { signal: stopping.signal, news: () => stopping.abort() },
      { mounts },
    )
    expect(codeOf(result)).toBe('plugin.cancelled')
    expect(JSON.parse(readFileSync(join(folder, 'heard'), 'utf8'))).toEqual({
      kind: 'cancel',
      request_id: 'call-1',
      grace_ms: 1000,
    })
  })

  it.each(['setInterval(() => {}, 1000)', 'for (;;);'])(
    'kills it when it does not stop: %s',
    async (body) => {
      const stopping = new AbortController()
      const result = await run(`say({ kind: 'progress' }); setTimeout(() => { ${body} }, 10)`, {
        signal: stopping.signal,
        news: () => stopping.abort(),
      })
      expect(codeOf(result)).toBe('plugin.cancelled')
    },
  )

  it('does not start what is cancelled already, for long @whole', async () => {
    expect(codeOf(await run('setInterval(() => {}, 1000)', { signal: AbortSignal.abort() }))).toBe(
      'plugin.cancelled',
    )
  })
})

describe.runIf(linux)('a plugin', () => {
  it('that never reads its call does not hold us up', async () => {
    const file = fixture.file('deaf.sh', '#!/bin/sh\nexit 0\n')
    const args = { text: 'x'.repeat(2_000_000) }
    expect(codeOf(await fixture.run({ file, args }))).toBe('plugin.no-answer')
  })

  it('that cannot be started says why', async () => {
    const file = fixture.file('odd', '#!/nowhere/interpreter\n')
    const result = await fixture.run({ file })
    expect(codeOf(result)).toBe('plugin.start-failed')
    expect(result.ok ? '' : result.error.hint).toContain('first line')
  })

  it('that is another one than was reviewed does not run', async () => {
    const file = fixture.file('swapped.sh', '#!/bin/sh\necho reviewed\n')
    writeFileSync(file.path, '#!/bin/sh\necho another\n')
    expect(codeOf(await fixture.run({ file }))).toBe('plugin.changed')
    expect(codeOf(await fixture.run({ file: { ...file, path: '/nowhere/plugin' } }))).toBe(
      'plugin.program-missing',
    )
  })

  it('runs as it was reviewed when it is exchanged after that', async () => {
    const file = fixture.file('kept.sh', '#!/bin/sh\necho reviewed >&2\nexit 5\n')
    expect(await fixture.run({ file })).toMatchObject({ error: { code: 'plugin.exit-code' } })
    writeFileSync(file.path, '#!/bin/sh\necho another >&2\n')
    const result = await fixture.run({ file })
    expect(result.ok ? '' : result.error.text).toContain('It said: reviewed')
  })

  it('sees nested folders each at its place', async () => {
    const outer = fixture.folder('outer', 'person')
    mkdirSync(join(outer, 'inner'))
    writeFileSync(join(outer, 'inner', 'note'), 'seen')
    const file = fixture.file(
      'nested.sh',
      '#!/bin/sh\ncat /workspace/inner/note /read/inner/note >&2; exit 5\n',
    )
    const result = await fixture.run({
      file,
      mounts: [
        { hostPath: outer, guestPath: '/workspace', readOnly: true },
        { hostPath: join(outer, 'inner'), guestPath: '/read/inner', readOnly: true },
      ],
    })
    expect(result.ok ? '' : result.error.text).toContain('It said: seenseen')
  })

  it.each(['us', 'person'] as const)(
    'reaches the host that it was granted, by the proxy, and no other: in a folder of %s',
    async (who) => {
      const { server, hosts } = await site((_request, response) => response.end('from the host'))
      const outbound = outboundOf({ hosts: () => hosts, resolve: async () => ['127.0.0.1'] })
      const socketFolder = join(fixture.root, `sockets-${who}`)
      mkdirSync(socketFolder)
      const host = `site.test:${server.port}`
      const tried: string[] = []
      const folder = fixture.folder('books', who)
      const result = await run(
        `import { request } from 'node:http'
         const ask = (host) => new Promise((done) => {
           const { hostname, port } = new URL(process.env.HTTP_PROXY)
           request({ hostname, port, path: 'http://' + host + '/', headers: { host } }, (answer) => {
             let text = ''
             answer.on('data', (more) => (text += more)).on('end', () => done(answer.statusCode + ' ' + text))
           }).on('error', (error) => done(error.code)).end()
         })
         result([await ask('${host}'), (await ask('other.test')).slice(0, 3)])`,
        {
          proxy: async ({ owner, signal }) =>
            outbound.childProxy({
              mode: { kind: 'granted', hosts: [{ host: 'site.test', port: server.port }] },
              socketFolder,
              owner: await hostUser(owner),
              signal,
              onAttempt: (attempt) => tried.push(`${attempt.host} ${attempt.allowed}`),
            }),
        },
        {
          hosts: [host],
          mounts: [{ hostPath: folder, guestPath: '/workspace', readOnly: false }],
        },
      )
      expect(codeOf(result)).toBe('answered ["200 from the host","403"]')
      expect(tried).toEqual(['site.test true', 'other.test false'])
    },
  )
})
