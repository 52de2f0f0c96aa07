// `gatehouse redact` as a real process: what comes out, and in what time and memory.
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
  const text = ['a DB_PASS=sommerwind b\nplain line\nAuthorization: Basic YWRhOnNvbW1lcndp', 'bmQ=\n']

  it('copies its input with secrets replaced, whatever the pieces it comes in', async () => {
    const want = 'a DB_PASS=[secret: credential-setting] b\nplain line\nAuthorization: [secret: authorization]\n'
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

  it('hides what the environment holds, and takes no operand', async () => {
    home.env['SHOP_TOKEN'] = 'zq8-kept-in-env'
    expect(await given(['see zq8-kept-in-env here\n'])).toMatchObject({ code: 0, stdout: 'see [secret: known-secret] here\n' })
    expect(await home.run('redact', 'file')).toMatchObject({ code: 2 })
  })
})
