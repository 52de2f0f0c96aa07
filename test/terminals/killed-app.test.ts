import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findProgram } from '../../main/host/launch/program.mjs'
import { scratchFolder } from '../sandbox/scratch.ts'

const root = scratchFolder('killed-app')

describe.runIf(process.platform === 'linux' && findProgram('tmux') !== null)(
  'a Gatehouse that is killed (skipped where there is no tmux)',
  () => {
    it('leaves nothing alive that was started in a session, nor what left its group', async () => {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'app-process.ts'), root], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [said] = (await once(child.stdout, 'data')) as [Buffer]
      expect(String(said)).toBe('ready\n')
      const ticks = join(root, 'work', 'ticks')
      await expect.poll(() => existsSync(ticks)).toBe(true)
      child.kill('SIGKILL')
      await once(child, 'exit')
      await expect
        .poll(
          async () => {
            rmSync(ticks, { force: true })
            await new Promise((done) => setTimeout(done, 300))
            return existsSync(ticks)
          },
          { timeout: 600_000 },
        )
        .toBe(false)
    })
  },
)
