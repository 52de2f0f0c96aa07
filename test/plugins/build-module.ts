// Builds a WASI module from C with the compiler of this machine. `npm test` installs it where it can;
// without it, what needs a module is skipped and says so.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { canCompileModules } from '../programs.mjs'

export const canBuildModules = canCompileModules()
export const whyNot = canBuildModules
  ? ''
  : ' (skipped: clang, lld, wasi-libc or libclang-rt-dev-wasm32 is not installed)'

/** @returns where the module is */
export function buildModule(source: string, folder: string, name: string): string {
  const module = join(folder, name)
  const built = spawnSync(
    'clang',
    ['--target=wasm32-wasi', '-O2', '-s', '-Wall', '-Werror', '-o', module, source],
    { encoding: 'utf8' },
  )
  if (built.status !== 0) throw new Error(`${source} does not build: ${built.stderr}`)
  return module
}
