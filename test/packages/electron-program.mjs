// What the program of the stand-in folder runs: as Electron does, it heeds the fuses in its own
// binary, loads resources/app.asar and nothing else, and says where it lies. Node reads no asar, so
// the archive is unpacked into a temporary folder and run there.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { runMain } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { extractAll } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

const [given = '', ...args] = process.argv.slice(2)
const program = realpathSync(given)
const fuses = await getCurrentFuseWire(program)
if (process.env['ELECTRON_RUN_AS_NODE'] && fuses[FuseV1Options.RunAsNode] === FuseState.ENABLE) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  process.exit(status ?? 1)
}

const resources = join(dirname(program), 'resources')
const folder = mkdtempSync(join(tmpdir(), `gatehouse-asar-${process.pid}-`))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
extractAll(join(resources, 'app.asar'), folder)
const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

Object.defineProperty(process, 'resourcesPath', { value: resources })
Object.defineProperty(process.versions, 'electron', { value: '45.4.1' })
process.argv = [program, ...args]
process.execPath = program
await import('../electron-stand-in/register.mjs')
runMain(join(folder, main))
