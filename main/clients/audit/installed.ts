// Which version of an agent is installed here, found by its files alone: nothing is started.
import { readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ClientName, HostFacts } from '../connect/agents/clients.ts'

const programs: Readonly<
  Partial<Record<ClientName, { readonly name: string; readonly packages: readonly string[] }>>
> = {
  'claude-code': { name: 'claude', packages: ['@anthropic-ai/claude-code'] },
  codex: { name: 'codex', packages: ['@openai/codex'] },
  'gemini-cli': { name: 'gemini', packages: ['@google/gemini-cli'] },
  'qwen-code': { name: 'qwen', packages: ['@qwen-code/qwen-code'] },
  continue: { name: 'cn', packages: ['@continuedev/cli'] },
}

/** Null: not installed, or in a way that does not tell. */
export async function installedVersion(
  agent: ClientName,
  { env, platform }: HostFacts,
): Promise<string | null> {
  const program = programs[agent]
  if (program === undefined) return null
  const names =
    platform === 'win32' ? [`${program.name}.cmd`, `${program.name}.exe`] : [program.name]
  for (const folder of (env['PATH'] ?? '').split(platform === 'win32' ? ';' : ':')) {
    if (folder === '') continue
    for (const name of names) {
      const real = await realpath(join(folder, name)).catch(() => null)
      if (real === null) continue
      // The native installer keeps each version as a file of its own.
      const version =
        /[\\/]versions[\\/](\d+\.\d+\.\d+)/.exec(real)?.[1] ??
        (await packageAbove(real, program.packages))
      if (version !== null) return version
    }
  }
  return null
}

async function packageAbove(file: string, names: readonly string[]): Promise<string | null> {
  for (
    let folder = dirname(file), steps = 0;
    steps < 6 && folder !== dirname(folder);
    folder = dirname(folder), steps++
  ) {
    try {
      const found = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
        name?: unknown
        version?: unknown
      }
      if (typeof found.version === 'string' && names.some((name) => name === found.name))
        return found.version
    } catch {
      // No package here; perhaps one above.
    }
  }
  return null
}

/** Whether a version comes after another one. Both as x.y.z. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [numbers(version), numbers(than)]
  for (let at = 0; at < 3; at++)
    if ((a[at] ?? 0) !== (b[at] ?? 0)) return (a[at] ?? 0) > (b[at] ?? 0)
  return false
}

const numbers = (version: string): readonly number[] =>
  version.split(/[.-]/).slice(0, 3).map(Number)
