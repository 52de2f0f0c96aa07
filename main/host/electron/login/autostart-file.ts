// The autostart entry of a Linux desktop, as the Desktop Entry Specification has it. Pure but for
// the file it writes.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFile } from '../../../disk/replace-file.ts'

/** `config`: $XDG_CONFIG_HOME, or its default. */
export const autostartFile = (config: string): string =>
  join(config, 'autostart', 'gatehouse.desktop')

export const autostartEntry = (program: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Gatehouse',
    'Comment=Approve what agents do',
    `Exec=${quoted(program)} --hidden`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')

/**
 * An argument of Exec: quoted, with the marks that keep a meaning there escaped, once for the
 * quotes and once for the file. A percent sign would begin a field code.
 */
const quoted = (program: string): string =>
  `"${program
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`

/** Writes or removes the entry, and nothing where it is so already. */
export function setAutostart(file: string, program: string, on: boolean): void {
  if (!on) return rmSync(file, { force: true })
  const entry = autostartEntry(program)
  if (textOf(file) === entry) return
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  replaceFile(file, entry)
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
