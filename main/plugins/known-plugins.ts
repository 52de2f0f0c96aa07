// What the two folders hold, as it was read last. A plugin whose files are the same as before is not
// read again.
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PluginOrigin } from '../../contract/plugin/plugin-origin.ts'
import type { InputOf } from './manifest/tried-args.ts'
import { readFolder, readPlugin } from './read-folder.ts'
import type { FoundPlugin } from './read-folder.ts'

export type Folders = { readonly builtIn: string; readonly external: string }

export type KnownPlugins = {
  all(): readonly FoundPlugin[]
  /** The plugin that is called by this name, as its files are now; null: there is none. */
  fresh(name: string): Promise<FoundPlugin | null>
  /** Reads both folders again. True: something is not as it was. */
  load(): Promise<boolean>
}

export function knownPlugins(folders: () => Folders, inputOf: InputOf): KnownPlugins {
  let known: readonly FoundPlugin[] = []
  const signatures = new Map<string, string>()

  const load = async (): Promise<boolean> => {
    const { builtIn, external } = folders()
    const found = [
      ...(await readFolder(builtIn, 'built-in', inputOf)),
      ...(external === builtIn ? [] : await readFolder(external, 'external', inputOf)),
    ]
    signatures.clear()
    for (const plugin of found) signatures.set(plugin.file, await signatureOf(plugin))
    // The same objects as long as they say the same, so that nobody makes anything of them again.
    if (contentOf(found) === contentOf(known)) return false
    known = found
    return true
  }
  const again = async (before: FoundPlugin): Promise<FoundPlugin> => {
    if (signatures.get(before.file) === (await signatureOf(before))) return before
    const now = await readPlugin(before.file, before.origin, inputOf)
    signatures.set(now.file, await signatureOf(now))
    known = known.map((plugin) => (plugin.file === now.file ? now : plugin))
    return now
  }
  const inFolder = async (origin: PluginOrigin, name: string): Promise<FoundPlugin | null> => {
    const before = known.find((plugin) => plugin.origin === origin && plugin.name === name)
    return before === undefined ? null : again(before)
  }
  return {
    all: () => known,
    load,
    async fresh(name) {
      return (await inFolder('built-in', name)) ?? (await inFolder('external', name))
    },
  }
}

const contentOf = (plugins: readonly FoundPlugin[]): string =>
  JSON.stringify(plugins.map(({ file, text, digest, problems }) => [file, text, digest, problems]))

/** The time of change cannot be set back by the program that writes the file. */
async function signatureOf({ file, manifest }: FoundPlugin): Promise<string> {
  const program = manifest === null ? [] : [join(file, '..', manifest.program)]
  const parts = await Promise.all(
    [file, ...program].map(async (path) => {
      const stat = await lstat(path, { bigint: true }).catch(() => null)
      return stat === null ? 'none' : `${stat.dev} ${stat.ino} ${stat.size} ${stat.ctimeNs}`
    }),
  )
  return parts.join('\n')
}
