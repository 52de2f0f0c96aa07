#!/usr/bin/env node
// Entry of the command line: out/main/cli.js. Small, for what it imports by name is read and compiled
// before its first line runs; all else is program.ts.
import { existsSync } from 'node:fs'
import { createRequire, enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { findAppPaths } from '../../config/paths.ts'
import type { runProgram as ofQuickFile } from './quick-entry.ts'
import { quickFileFor } from './quick-files.ts'

// Node keeps compiled code in this folder, so that later commands start sooner. It is Gatehouse's own
// folder, because a program that can write there can run code as Gatehouse. A command creates no
// home, so there is no cache before the first app.
const { dataDir } = findAppPaths({
  env: process.env,
  platform: process.platform,
  homedir: homedir(),
})
if (existsSync(dataDir)) enableCompileCache(join(dataDir, 'compile-cache'))

// A command keeps nearly all it makes until its end, so the first garbage collections only copy: they
// come later when the room for new objects grows faster.
setFlagsFromString('--semi-space-growth-factor=16')

const quick = quickFileFor(process.argv.slice(2))
const file = quick === null ? '' : join(import.meta.dirname, 'quick', `${quick}.cjs`)
if (existsSync(file)) {
  const { runProgram }: { readonly runProgram: typeof ofQuickFile } = createRequire(file)(file)
  await runProgram(import.meta.dirname)
} else {
  // One that serves reads by its schemas all day.
  if (process.argv[2] !== 'serve') await import('./quick-schemas.ts')
  const { runProgram } = await import('./program.ts')
  await runProgram(import.meta.dirname)
}
