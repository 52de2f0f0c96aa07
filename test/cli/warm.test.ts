// Commands that tests run in a process that stays: at the end of each, all is as after a process of
// its own.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findAppPaths } from '../../main/config/paths.ts'
import { makeHome } from './gatehouse.ts'

const home = makeHome()
afterAll(() => home.remove())

it('code that waits for the end of the process runs at the end of the command', async () => {
  const { dataDir } = findAppPaths({ env: home.env, platform: process.platform, homedir: '/' })
  const stored = join(dataDir, 'compile-cache/looks/policy.config-path')
  mkdirSync(dataDir, { recursive: true })
  const { code } = await home.run('config', 'path')
  expect([code, existsSync(stored)]).toEqual([0, true])
})
