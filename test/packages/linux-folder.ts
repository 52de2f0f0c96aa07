// `npm run pack -- …` against the stand-in of Electron's folder, into a folder of the test.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode } from '../../main/host/launch/node.mjs'
import { findProgram } from '../../main/host/launch/program.mjs'
import { pack } from '../../pack.mjs'
import { makeElectronFolder } from './electron-folder.ts'

const root = join(import.meta.dirname, '..', '..')

export type Packed = {
  /** What the packages are made of. */
  readonly unpacked: string
  readonly files: readonly string[]
}

export async function packLinux(folder: string, targets: readonly string[]): Promise<Packed> {
  const electron = join(folder, 'electron')
  makeElectronFolder(electron)
  const fpm = join(folder, 'fpm')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    fpm,
    `#!/bin/sh\nexec ${findNode(root)} ${join(import.meta.dirname, 'fpm-program.mjs')} "$@"\n`,
    { mode: 0o755 },
  )
  process.env['CUSTOM_FPM_PATH'] = fpm
  const packer = findProgram('7za')
  if (packer !== null) process.env['ELECTRON_BUILDER_7ZIP_PATH'] = packer
  const output = join(folder, 'packages')
  const files = await pack(targets, {
    electronDist: electron,
    directories: { output, buildResources: 'build' },
    compression: 'store',
  })
  const name = process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked'
  return { unpacked: join(output, name), files }
}
