// Whether an agent is on this machine, by its folders and the names of its programs. Nothing is
// started, and no file is read.
import { existsSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import { clients, locationsOn, type ClientName, type HostFacts } from '../connect/agents/clients.ts'

const programs: Readonly<Record<ClientName, readonly string[]>> = {
  'claude-code': ['claude'],
  cursor: ['cursor', 'cursor-agent'],
  goose: ['goose'],
  codex: ['codex'],
  vscode: ['code'],
  'claude-desktop': ['claude-desktop'],
  'gemini-cli': ['gemini'],
  opencode: ['opencode'],
  'qwen-code': ['qwen'],
  continue: ['cn'],
  cline: ['cline'],
}

/** `isThere`: whether a path leads to anything. */
export function isInstalled(agent: ClientName, hostFacts: HostFacts): boolean {
  const { join, dirname } = hostFacts.platform === 'win32' ? win32 : posix
  const file = clients[agent].file(locationsOn(hostFacts), 'user')
  // The home folder itself is everybody's.
  const folder = file === null ? null : dirname(file)
  if (folder !== null && folder !== hostFacts.homedir && existsSync(folder)) return true
  const windows = hostFacts.platform === 'win32'
  const path = (hostFacts.env['PATH'] ?? '').split(windows ? ';' : ':')
  return path.some(
    (place) =>
      place !== '' &&
      programs[agent].some((name) =>
        (windows ? [`${name}.exe`, `${name}.cmd`] : [name]).some((each) =>
          existsSync(join(place, each)),
        ),
      ),
  )
}
