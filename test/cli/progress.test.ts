// The line that says that long work goes on.
import { describe, expect, it } from 'vitest'
import { withNotice, withProgress } from '../../main/host/cli/output/progress.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'

async function watched(parts: { terminal: boolean; json: boolean }) {
  const context = fakeCliContext({
    terminal: parts.terminal,
    sleep: () => new Promise((done) => setImmediate(done)),
  })
  const work = Promise.withResolvers<string>()
  let asked = 0
  const result = withProgress(
    { context, json: parts.json },
    () => {
      asked += 1
      if (asked === 3) work.resolve('done')
      return `row ${asked}`
    },
    work.promise,
  )
  if (!parts.terminal || parts.json) work.resolve('done')
  return { result: await result, noted: context.noted() }
}

describe('progress', () => {
  it('is one line that changes, and disappears with the work', async () => {
    const { result, noted } = await watched({ terminal: true, json: false })
    expect(result).toBe('done')
    expect(noted).toMatch(/^\r\P{L}\[Krow 1\r\P{L}\[Krow 2(?:\r\P{L}\[Krow 3)?\r\P{L}\[K$/u)
  })

  it.each([
    { terminal: false, json: false },
    { terminal: true, json: true },
  ])('is nothing to a program: %j', async (parts) => {
    expect(await watched(parts)).toEqual({ result: 'done', noted: '' })
  })

  it('lets a failure through', async () => {
    const context = fakeCliContext({ terminal: true })
    const failing = Promise.reject(new Error('disk'))
    await expect(withProgress({ context, json: false }, () => 'x', failing)).rejects.toThrow('disk')
  })
})

describe('the line of work that blocks', () => {
  it('is shown while it works, and disappears with it', async () => {
    const context = fakeCliContext({ terminal: true })
    const seen = await withNotice({ context, json: false }, 'Copying …', () => context.noted())
    expect([seen, context.noted()]).toEqual(['Copying …', 'Copying …\r\u{1b}[K'])
  })

  it('goes away with work that fails', async () => {
    const context = fakeCliContext({ terminal: true })
    const failing = withNotice({ context, json: false }, 'Copying …', () => {
      throw new Error('disk')
    })
    await expect(failing).rejects.toThrow('disk')
    expect(context.noted()).toBe('Copying …\r\u{1b}[K')
  })

  it.each([
    { terminal: false, json: false },
    { terminal: true, json: true },
  ])('is nothing to a program: %j', async ({ terminal, json }) => {
    const context = fakeCliContext({ terminal })
    expect(await withNotice({ context, json }, 'Copying …', () => 'done')).toBe('done')
    expect(context.noted()).toBe('')
  })
})
