// What is wrong with the manifest of one plugin, of its file alone.
import type { PluginCheck } from '../../../contract/plugin/listing.ts'
import type { InputOf } from '../../plugins/manifest/tried-args.ts'
import { readPlugin } from '../../plugins/read-folder.ts'

export async function checkPlugin(file: string, inputOf: InputOf): Promise<PluginCheck> {
  const { manifest, problems, digest } = await readPlugin(file, 'external', inputOf)
  const fine = problems.length === 0
  return {
    ok: fine,
    file,
    problems: [...problems],
    manifest: fine ? manifest : null,
    digest: fine ? digest : null,
  }
}
