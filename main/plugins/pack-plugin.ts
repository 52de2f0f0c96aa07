// A tar archive, compressed: the same bytes for the same files, whenever and wherever it is made.
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { PluginManifest } from '../../contract/plugin/manifest.ts'

export type PackedFile = {
  /** At most 100 bytes, without a folder. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly executable: boolean
}

const BLOCK = 512

/** Of a plugin without problems. Rejects with what the file system says. */
export async function packFiles(
  file: string,
  { name, version, program, runs }: PluginManifest,
): Promise<{ readonly archive: string; readonly bytes: Uint8Array }> {
  const bytes = await packPlugin([
    { name: basename(file), bytes: await readFile(file), executable: false },
    {
      name: program,
      bytes: await readFile(join(dirname(file), program)),
      executable: runs === 'native',
    },
  ])
  return { archive: `${name}-${version.replaceAll(/[^\w.+-]/g, '_')}.tar.gz`, bytes }
}

export async function packPlugin(files: readonly PackedFile[]): Promise<Uint8Array> {
  const parts = files.flatMap((file) => [
    header(file),
    file.bytes,
    new Uint8Array((BLOCK - (file.bytes.length % BLOCK)) % BLOCK),
  ])
  // Two empty blocks end an archive.
  const tar = Buffer.concat([...parts, new Uint8Array(2 * BLOCK)])
  return await promisify(gzip)(tar, { level: 9 })
}

function header({ name, bytes, executable }: PackedFile): Uint8Array {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, width: number): void =>
    void block.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1')
  block.write(name, 0, 100, 'utf8')
  octal(executable ? 0o755 : 0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(bytes.length, 124, 12)
  // No time: an archive says nothing of when it was made.
  octal(0, 136, 12)
  block.write('        ', 148, 'latin1')
  block.write('0', 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}
