// A folder that packers take for Electron's: a program with the fuses of Electron's binary, and the
// files beside it. The program starts the electron stand-in (electron-program.mjs).
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode } from '../../main/host/launch/node.mjs'

const root = join(import.meta.dirname, '..', '..')
/** What `@electron/fuses` looks for; then the version, the number of fuses and each of them, on. */
const FUSES = `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0008${'1'.repeat(8)}`

export function makeElectronFolder(folder: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  const words = [findNode(root), join(import.meta.dirname, 'electron-program.mjs'), '"$0"', '"$@"']
  writeFileSync(join(folder, 'electron'), `#!/bin/sh\n# ${FUSES}\nexec ${words.join(' ')}\n`, {
    mode: 0o755,
  })
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox'])
    writeFileSync(join(folder, name), `${name} of the stand-in\n`)
  writeFileSync(join(folder, 'version'), '45.4.1')
}
