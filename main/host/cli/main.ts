#!/usr/bin/env node
// Entry of the command line: out/main/cli.js. Small, for what it imports by name is read and compiled
// before its first line runs; all else is program.ts.
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findDataDir } from '../../config/paths.ts'
import { ensureHomeVariable } from '../../config/folders/home-variable.ts'
import { quickLookFor } from './quick/quick-look.ts'
import { runQuickFile } from './quick/run-quick-file.ts'
import type * as QuickEntry from './quick/quick-entry.ts'
import type * as WholeEntry from './quick/whole-entry.ts'

ensureHomeVariable(process.env, process.platform)
// Node keeps compiled code in this folder, so that later commands start sooner. It is Gatehouse's own
// folder, because a program that can write there can run code as Gatehouse. A command creates no
// home, so there is no cache before the first app.
const dataDir = findDataDir({ env: process.env, platform: process.platform, homedir: homedir() })
const cacheDir = existsSync(dataDir) ? join(dataDir, 'compile-cache') : null
if (cacheDir !== null) enableCompileCache(cacheDir)

const look = quickLookFor(process.argv.slice(2))
const quick = (name: string): string => join(import.meta.dirname, 'quick', `${name}.cjs`)
if (look !== null && existsSync(quick(look.file))) {
  const { runProgram } = runQuickFile<typeof QuickEntry>(quick(look.file), look, cacheDir)
  // One code for all: what the looks run of a whole is nearly the same.
  const whole = { file: 'whole', command: 'look', way: null }
  await runProgram(import.meta.dirname, () =>
    runQuickFile<typeof WholeEntry>(quick(whole.file), whole, cacheDir),
  )
  // All is written by then. Node would take its engine down piece by piece before it ends.
  process.once('beforeExit', () => process.exit())
} else {
  // Such a command keeps nearly all it makes until its end, so the first garbage collections only copy: they
  // come later when the room for new objects grows faster. Not for a look: once a flag is changed, the
  // engine compiles each of Node's own modules from its text.
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=16')
  // One that serves reads by its schemas all day.
  if (process.argv[2] !== 'serve') await import('./quick/quick-schemas.ts')
  const { runProgram } = await import('./program.ts')
  await runProgram(import.meta.dirname, () => import('../../wiring/safe-mode.ts'))
}
