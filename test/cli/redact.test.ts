// `gatehouse redact` as a real process: what comes out, and in what time and memory.
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'

let home: Home
beforeEach(() => {
  home = makeHome()
})
afterEach(() => home.remove())

const given = async (pieces: readonly string[], ...args: string[]) => {
  const running = home.start('redact', ...args)
  for (const piece of pieces) running.child.stdin?.write(piece)
  running.child.stdin?.end()
  return running.ended
}

describe('gatehouse redact', () => {
  const text = [
    'a DB_PASS=sommerwind b\nplain line\nAuthorization: Basic YWRhOnNvbW1lcndp',
    'bmQ=\n',
  ]

  it('copies its input with secrets replaced, whatever the pieces it comes in', async () => {
    const want =
      'a DB_PASS=[secret: credential-setting] b\nplain line\nAuthorization: [secret: authorization]\n'
    expect(await given(text)).toMatchObject({ code: 0, stdout: want })
    expect(await given([text.join('')])).toMatchObject({ code: 0, stdout: want })
    expect(await given([])).toMatchObject({ code: 0, stdout: '' })
  })

  it('with --json says only what kinds were found, never the things', async () => {
    const { code, stdout } = await given(text, '--json')
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        redacted: 2,
        found: [
          { kind: 'authorization', count: 1 },
          { kind: 'credential-setting', count: 1 },
        ],
        checked: true,
      },
    ])
  })

  it('hides what the environment holds', async () => {
    home.env['SHOP_TOKEN'] = 'zq8-kept-in-env'
    expect(await given(['see zq8-kept-in-env here\n'])).toMatchObject({
      code: 0,
      stdout: 'see [secret: known-secret] here\n',
    })
  })

  it(
    'takes a file of any size, a piece at a time, and says when it cannot be read @whole',
    { timeout: 600_000 },
    async () => {
      const file = join(home.folder, '..', 'large.log')
      const line = `2026-11-21T10:00:00.123Z INFO worker said hello ${'x '.repeat(40)}\n`
      const many = line.repeat(8_000)
      writeFileSync(file, `DB_PASS=sommerwind\n${many}`)
      for (let at = 0; at < 40; at++) appendFileSync(file, many)
      appendFileSync(file, 'DB_PASS=herbstwind')
      // 44 MB; with a heap that cannot hold it twice.
      home.env['NODE_OPTIONS'] = '--max-old-space-size=96'
      const large = await home.json('redact', file)
      expect(large).toMatchObject({ code: 0, value: { redacted: 2, checked: true } })
      delete home.env['NODE_OPTIONS']
      writeFileSync(file, text.join(''))
      expect((await home.run('redact', file)).stdout).toBe((await given(text)).stdout)
      expect(await home.run('redact', join(home.folder, '..', 'none'))).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('cannot be read'),
      })
      expect(await home.run('redact', file, file)).toMatchObject({ code: 2 })
    },
  )
})
