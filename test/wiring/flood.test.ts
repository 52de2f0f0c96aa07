// A whole Gatehouse beside a command that writes 10 GB: it goes on answering, and its memory stays
// as it is.
// @module-tag whole
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'

const linux = process.platform === 'linux'
const FLOOD = 'head -c 10000000000 /dev/zero'
const CALLS = 20

describe.runIf(linux)(
  `10 GB of output${linux ? '' : ` (skipped on ${process.platform}: commands are refused there)`}`,
  () => {
    let root: string
    let app: App
    beforeAll(async () => {
      root = mkdtempSync(join(tmpdir(), 'gatehouse-flood-'))
      mkdirSync(join(root, 'home-workspace'))
      writeFileSync(join(root, 'home-workspace', 'notes.txt'), 'one line\n')
      const paths = findAppPaths({
        env: { GATEHOUSE_HOME: join(root, 'home') },
        platform: process.platform,
        homedir: root,
      })
      const composed = await openApp({ host: 'browser', paths: paths, version: '0.0.0-test' })
      if (!composed.ok) throw new Error(composed.error.text)
      app = composed.value
    })
    afterAll(async () => {
      await app.dispose()
      rmSync(root, { recursive: true, force: true })
    })
    async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
      const answer = await app.call(channel, input, {
        surface: channel === 'tools.run' ? 'cli' : 'window',
      })
      if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
      return answer.value as Output<C>
    }
    const flood = () => ask('tools.run', { tool: 'exec', args: { command: FLOOD }, wait: true })

    it('ends at its limit, while other calls are answered and the memory of main does not grow', async () => {
      let going = true
      // A person who says yes to each.
      const answering = (async () => {
        while (going) {
          for (const { id } of await ask('approvals.list', { states: ['pending'], limit: 5 }))
            await ask('approvals.answer', { id, answer: 'once' })
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      })()
      // The first warms up what all of them need.
      const ended = [await flood()]
      await ask('tools.run', { tool: 'read_file', args: { path: 'notes.txt' }, wait: true })

      const before = process.memoryUsage().rss
      let most = before
      let enough = false
      const flooding = (async () => {
        // Under the calls that are let through in a minute.
        while (!enough && ended.length < 50) ended.push(...(await Promise.all([flood(), flood()])))
      })()
      for (let call = 0; call < CALLS; call += 1) {
        const read = await ask('tools.run', {
          tool: 'read_file',
          args: { path: 'notes.txt' },
          wait: true,
        })
        expect(read).toMatchObject({ ok: true, route: 'policy', text: 'one line\n' })
        most = Math.max(most, process.memoryUsage().rss)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      enough = true
      await flooding
      going = false
      await answering
      const reported = ended.map(({ ok, status, text }) => ({
        ok,
        status,
        limit: text.includes('wrote more to stdout than is allowed'),
      }))
      expect(reported).toEqual(ended.map(() => ({ ok: true, status: 'done', limit: true })))
      expect(ended.length).toBeGreaterThan(2)
      expect((most - before) / 1024 ** 2).toBeLessThan(100)
    }, 600_000)
  },
)
