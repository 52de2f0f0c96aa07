// Plugins that keep to no order: they speak too early, too late, too much, too deep, or with nothing to
// say it on.
// @module-tag whole
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PluginRequest } from '../../../contract/plugin/request.ts'
import { processesWith } from '../../escape/fixture.ts'
import { PROLOGUE, SPEAKS_ONE, SPEAKS_ZERO } from '../hostile/scripts.ts'
import { codeOf, gathered, limits, openPluginFixture } from './fixture.ts'

const fixture = openPluginFixture('hostile-talk')
let files = 0
/** A shell script; `answer DATA_JSON` is the answer of protocol 0, `say MEMBERS` a line of protocol 1. */
const shell = (body: string) =>
  fixture.file(
    `says-${(files += 1)}.sh`,
    `#!/bin/sh
id=call-1
${PROLOGUE}
${body}
`,
  )
const run = (body: string, more: Partial<PluginRequest> = {}, limit: Partial<typeof limits> = {}) =>
  fixture.run({ file: shell(body), ...more, limits: { ...limits, ...limit } })

describe.runIf(process.platform === 'linux')('a program of protocol 0', () => {
  it.each(SPEAKS_ZERO)('that %s', async (_what, body, code, limit) => {
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

  it.each(SPEAKS_ONE)('that %s', async (_what, body, code, limit) => {
    expect(codeOf(await run(body, one, limit))).toBe(code)
  })

  it('that says how far it is for ever is heard no longer than its limit goes', async () => {
    const { all, news } = gathered()
    const file = shell('while :; do say "$progress"; done')
    await fixture.run({ ...one, file, limits: { ...limits, stdoutBytes: 4_000 } }, { news })
    expect(all.length).toBeLessThanOrEqual(4_000 / 60)
  })
})
