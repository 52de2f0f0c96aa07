// The sandbox of a Gatehouse that is only asked: tried where an answer needs it, and no answer is given
// before that was known.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findAppPaths } from '../../main/config/paths.ts'
import type { Runner } from '../../main/sandbox/runner-powers.ts'
import { openApp } from '../../main/wiring/app.ts'
import { openQuestionRunner } from '../../main/wiring/execution/question-runner.ts'
import { makeFolder } from '../store/fixture.ts'

/** One whose trial ends when it is said so. */
function trial() {
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const done: string[] = []
  let over = false
  const refuses = (): never => {
    throw new Error('Nothing runs here.')
  }
  const runner: Runner = {
    ready,
    protections: () => [],
    tried: () => [],
    helperFiles: () => null,
    enforced: () =>
      over
        ? { ok: true, text: 'It holds.' }
        : { ok: false, trying: true, text: 'It is still being tried.', how: 'Wait.' },
    power: refuses,
    prepare: refuses,
    start: refuses,
    found: async () =>
      ready.then(() => ({ kind: 'bubblewrap', containers: { ready: true, text: '', how: '' } })),
    follow: () => void done.push('follow'),
    dispose: async () => void done.push('dispose'),
  }
  const opened = openQuestionRunner(() => {
    done.push('open')
    return runner
  })
  return {
    ...opened,
    done,
    end() {
      over = true
      resolve()
    },
  }
}

it('does not try the sandbox where no answer depends on it', async () => {
  const { runner, whenTried, done } = trial()
  runner.follow()
  expect(await whenTried(async () => 'answer')).toBe('answer')
  await runner.dispose()
  expect(done).toEqual([])
})

const asked: readonly (readonly [string, (runner: Runner) => unknown])[] = [
  ['whether commands run', (runner) => runner.enforced()],
  ['what holds', (runner) => runner.protections()],
  ['what the trial saw', (runner) => runner.tried()],
  ['the helper files', (runner) => runner.helperFiles()],
]
it.each(asked)('asks again after the trial where an answer depends on %s', async (_name, look) => {
  const { runner, whenTried, done, end } = trial()
  const ask = async () => {
    done.push('ask')
    look(runner)
    await Promise.resolve()
    return runner.enforced().ok
  }
  // The second one was asked meanwhile, and looks as well.
  const answers = Promise.all([whenTried(ask), whenTried(ask)])
  await Promise.resolve()
  end()
  expect(await answers).toEqual([true, true])
  expect(await whenTried(ask)).toBe(true)
  expect(done).toEqual(['ask', 'open', 'ask', 'ask', 'ask', 'ask'])
})

it('asks once where an answer waits for the trial itself', async () => {
  const { runner, whenTried, done, end } = trial()
  const answer = whenTried(async () => {
    done.push('ask')
    await runner.ready
    const { kind } = await runner.found()
    return [kind, runner.enforced().ok]
  })
  await Promise.resolve()
  end()
  expect(await answer).toEqual(['bubblewrap', true])
  await runner.dispose()
  runner.follow()
  expect(done).toEqual(['ask', 'open', 'dispose', 'follow'])
})

it('a Gatehouse started for one question says of the sandbox what one says that waited for the trial', async () => {
  const home = join(makeFolder(), 'home')
  const paths = findAppPaths({ env: { GATEHOUSE_HOME: home }, platform: 'linux', homedir: home })
  mkdirSync(paths.defaultWorkspace, { recursive: true })
  const said = async (queryOnly: boolean): Promise<unknown> => {
    const opened = await openApp({ host: 'cli', paths, version: '1', queryOnly })
    if (!opened.ok) throw new Error(opened.error.text)
    const { call, dispose } = opened.value
    const from = { surface: 'window' } as const
    try {
      const state = (await call('app.state', {}, from)) as {
        readonly value: Readonly<Record<'sandbox' | 'protections' | 'untried', unknown>>
      }
      const { sandbox, protections, untried } = state.value
      const calls = [{ tool: 'exec', args: { command: 'ls' } }]
      return {
        state: { sandbox, protections, untried },
        tools: await call('tools.list', {}, from),
        explained: await call('policy.explain', { calls }, from),
        policy: await call('policy.overview', {}, from),
      }
    } finally {
      await dispose()
    }
  }
  const waited = await said(false)
  const answered = { ok: true }
  expect(waited).toMatchObject({ tools: answered, explained: answered, policy: answered })
  expect(await said(true)).toEqual(waited)
  expect(JSON.stringify(waited)).not.toContain('still being tried')
})
