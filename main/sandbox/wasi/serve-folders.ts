// Answers the child: one question about one granted folder, put to its powers, the answer as a
// frame. The grant is checked here whatever the child believes about it.
import type { Failure } from '../../../contract/failure.ts'
import { assertNever } from '../../../contract/never.ts'
import type { Result } from '../../../contract/result.ts'
import { frame } from './frames.ts'
import type { FolderWrite, GrantedFolder } from './folder-powers.ts'
import type { HostCall } from './host-call.ts'

/** What one run may still read at once, and write to granted folders in all. */
export type Allowance = { readonly readBytes: number; writeBytes: number }

/** What a new name costs of it, content or not: a disk can also be filled with empty files. */
const ENTRY_BYTES = 512

/** Frames for the child. The allowance holds whatever the child asks for. */
export async function answer(
  folders: readonly GrantedFolder[],
  call: HostCall,
  bytes: Uint8Array,
  allowance: Allowance,
): Promise<readonly Uint8Array[]> {
  const folder = folders[call.folder]
  if (folder === undefined) return refuse('badf')
  const { read } = folder.powers
  const write = folder.access === 'read-write' ? folder.powers.write : null
  const changing = async (
    work: (write: FolderWrite) => Promise<Result<void, Failure>>,
    cost = 0,
  ): Promise<readonly Uint8Array[]> => {
    if (write === null) return refuse('rofs')
    if (cost > allowance.writeBytes) return refuse('nospc')
    allowance.writeBytes -= cost
    const done = await work(write)
    return done.ok ? frame({}) : refuse(errnoOf(done.error))
  }
  switch (call.call) {
    case 'stat': {
      const stat = await read.stat(call.path)
      return stat.ok
        ? frame({ ...stat.value, node: String(stat.value.node) })
        : refuse(errnoOf(stat.error))
    }
    case 'list': {
      const entries = await read.list(call.path)
      return entries.ok
        ? frame({ entries: entries.value.map(({ name, is }) => ({ name, is })) })
        : refuse(errnoOf(entries.error))
    }
    case 'read': {
      const content = await read.readFile(call.path, {
        maxBytes: Math.min(call.maxBytes, allowance.readBytes),
      })
      return content.ok ? frame({}, content.value) : refuse(errnoOf(content.error))
    }
    case 'write':
      return changing(
        (to) => (call.fresh ? to.makeFile(call.path) : to.writeFile(call.path, bytes)),
        bytes.length + ENTRY_BYTES,
      )
    case 'make-folder':
      return changing((to) => to.makeFolder(call.path), ENTRY_BYTES)
    case 'remove-file':
      return changing((to) => to.removeFile(call.path))
    case 'remove-folder':
      return changing((to) => to.removeFolder(call.path))
    case 'rename':
      return changing((to) => to.rename(call.path, call.to))
    default:
      return assertNever(call, 'wasi host call')
  }
}

const refuse = (errno: string): readonly Uint8Array[] => frame({ errno })

const errnos: Readonly<Record<string, string>> = {
  'file.missing': 'noent',
  'file.exists': 'exist',
  'file.is-folder': 'isdir',
  'file.not-folder': 'notdir',
  'file.not-empty': 'notempty',
  'file.read-only': 'rofs',
  'file.no-access': 'acces',
  'file.no-space': 'nospc',
  'file.too-large': 'fbig',
  'file.hard-linked': 'perm',
  'path.too-long': 'nametoolong',
  'path.link': 'loop',
}

const errnoOf = ({ code }: Failure): string => errnos[code] ?? 'notcapable'
