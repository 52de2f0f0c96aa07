// Plugins that keep to no order: they speak too early, too late, too much, too deep, or with nothing to
// say it on.
// @module-tag whole
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PluginRequest } from '../../../contract/plugin/request.ts'
import { processesWith } from '../../escape/fixture.ts'
import { codeOf, gathered, limits, openPluginFixture } from './fixture.ts'

const fixture = openPluginFixture('hostile-talk')
let files = 0
/** A shell script; `answer DATA_JSON` is the answer of protocol 0, `say MEMBERS` a line of protocol 1. */
const shell = (body: string) =>
  fixture.file(
    `says-${(files += 1)}.sh`,
    `#!/bin/sh
id=call-1
answer() {
  printf '{"protocol_version":0,"request_id":"%s","ok":true,"data_json":"%s","stdout":"","stderr":""}' "$id" "$1"
}
say() { printf '{"request_id":"%s",%s}\\n' "$id" "$1"; }
result='"kind":"result","protocol_version":1,"data":'
progress='"kind":"progress","text":"working"'
many() { perl -e 'print $ARGV[0] x $ARGV[1]' "$1" "$2"; }
${body}
`,
  )
const run = (body: string, more: Partial<PluginRequest> = {}, limit: Partial<typeof limits> = {}) =>
  fixture.run({ file: shell(body), ...more, limits: { ...limits, ...limit } })

const short = { runTimeMs: 1_500 }

describe.runIf(process.platform === 'linux')('a program of protocol 0', () => {
  it.each([
    ['closes its output and goes on', 'exec >&-; sleep 1000', 'plugin.timeout', short],
    [
      'answers, closes its output and goes on',
      'answer {}; exec >&-; sleep 1000',
      'plugin.timeout',
      short,
    ],
    ['answers, and never ends', 'answer {}; sleep 1000', 'plugin.timeout', short],
    [
      'answers by a guess, before it has read its call',
      'id=call-0; answer {}',
      'plugin.answer-id',
      {},
    ],
    ['closes its input unread', 'exec <&-; answer 1', 'answered 1', {}],
    ['answers in letters that are none', "answer '\\377'", 'plugin.answer-not-json', {}],
    [
      'answers deeper than anybody reads',
      'answer "$(many [ 20000)$(many ] 20000)"',
      'plugin.answer-data',
      {},
    ],
    [
      'is deep itself',
      `printf '{"a":'; many [ 20000; many ] 20000; printf '}'`,
      'plugin.answer-not-json',
      {},
    ],
    ['opens without end', `printf '{"a":'; many [ 40000`, 'plugin.answer-cut', {}],
    ['answers with a number beyond all', 'answer 1e999', 'plugin.answer-data', {}],
    [
      'says a key twice, and the second is another call',
      `printf '{"request_id":"call-1","request_id":"call-2","protocol_version":0,"ok":true,"data_json":"1","stdout":"","stderr":""}'`,
      'plugin.answer-id',
      {},
    ],
    [
      'begins with a mark of byte order',
      `printf '\\357\\273\\277'; answer 1`,
      'plugin.answer-not-json|answered 1',
      {},
    ],
    ['puts a NUL before its answer', `printf '\\000'; answer 1`, 'plugin.answer-not-json', {}],
    ['puts a NUL behind its answer', `answer 1; printf '\\000'`, 'plugin.answer-trailing', {}],
  ] as const)('that %s', async (_what, body, code, limit) => {
    expect(code.split('|')).toContain(codeOf(await run(body, {}, limit)))
  })

  it('that answers with just as many bytes as it may is heard, and not with one more', async () => {
    const answer = `answer "$(many 1 300)"`
    const length = JSON.stringify({
      protocol_version: 0,
      request_id: 'call-1',
      ok: true,
      data_json: '1'.repeat(300),
      stdout: '',
      stderr: '',
    }).length
    const [fits, exceeds] = [
      await run(answer, {}, { stdoutBytes: length }),
      await run(answer, {}, { stdoutBytes: length - 1 }),
    ]
    expect([codeOf(fits), codeOf(exceeds)]).toEqual([
      `answered ${Number('1'.repeat(300))}`,
      'plugin.stdout-overflow',
    ])
  })

  it('that leaves a child with its pipes has answered when it ends, and the child ends too', async () => {
    const seconds = `87${process.pid}`
    const started = await run(`sleep ${seconds} & answer 1; exit 0`)
    expect([codeOf(started), processesWith(seconds)]).toEqual(['answered 1', []])
  })

  it('that sets names which objects have changes no object', async () => {
    const data = String.raw`{\"__proto__\":{\"polluted\":1},\"constructor\":{\"prototype\":{\"polluted\":1}}}`
    const result = await run(`answer '${data}'`)
    expect(codeOf(result)).toMatch(/^answered \{/)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect('polluted' in {}).toBe(false)
  })

  it('that writes more into a folder than a file may have is ended', async () => {
    const out = fixture.folder('out', 'person')
    const mounts = [{ hostPath: out, guestPath: '/write/out', readOnly: false }]
    const result = await run('exec truncate -s 4G /write/out/big', { mounts })
    expect(codeOf(result)).toMatch(/^plugin\.(?:signal|exit-code)$/)
    expect(lstatSync(join(out, 'big'), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  })

  it('that says orders to a terminal as it fails has none of them in its error', async () => {
    const result = await run(
      String.raw`printf 'so: \033[2J\033]0;title\007 \033[31mred\r\200\n' >&2; exit 3`,
    )
    expect(result).toMatchObject({ ok: false, error: { code: 'plugin.exit-code' } })
    expect(result.ok ? '' : result.error.text).toMatch(/^[^\p{C}]*$/u)
  })
})

describe.runIf(process.platform === 'linux')('a program of protocol 1', () => {
  const one = { protocol: 1 } as const

  it.each([
    ['gives two answers', 'say "${result}1"; say "${result}2"', 'plugin.answer-second', {}],
    ['goes on after its answer', 'say "${result}1"; say "$progress"', 'plugin.answer-trailing', {}],
    [
      'is deep after its answer',
      'say "${result}1"; say "${result}$(many [ 20000)$(many ] 20000)"',
      'plugin.answer-trailing',
      {},
    ],
    [
      'answers deeper than anybody reads',
      'say "${result}$(many [ 20000)$(many ] 20000)"',
      'plugin.answer-not-json',
      {},
    ],
    ['says what is no text', `printf '{"a":"\\377"}\\n'; sleep 1000`, 'plugin.answer-not-json', {}],
    [
      'says something for another call',
      'id=call-2; say "$progress"; sleep 1000',
      'plugin.answer-id',
      {},
    ],
    [
      'says how far it is for ever',
      'while :; do say "$progress"; done',
      'plugin.stdout-overflow',
      {},
    ],
    [
      'never ends its line',
      'while :; do printf xxxxxxxxxxxxxxxx; done',
      'plugin.stdout-overflow',
      {},
    ],
    [
      'says it is further than done',
      `say '"kind":"progress","fraction":2'; sleep 1000`,
      'plugin.answer-shape',
      {},
    ],
    ['closes its output before it answers', 'exec >&-; sleep 1000', 'plugin.timeout', short],
    ['says nothing but empty lines', 'echo; echo; echo', 'plugin.no-answer', {}],
  ] as const)('that %s', async (_what, body, code, limit) => {
    expect(codeOf(await run(body, one, limit))).toBe(code)
  })

  it('that says how far it is for ever is heard no longer than its limit goes', async () => {
    const { all, news } = gathered()
    const file = shell('while :; do say "$progress"; done')
    await fixture.run({ ...one, file, limits: { ...limits, stdoutBytes: 4_000 } }, { news })
    expect(all.length).toBeLessThanOrEqual(4_000 / 60)
  })
})
