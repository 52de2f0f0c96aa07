// Hands out the built page, file by file, to both hosts. Reads below one folder and nowhere else:
// the name is checked before it becomes a path, and the opened file is checked to lie where its
// name says. Never follows a link out.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

export type PageFile = {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  /** Of a document only: for the policy that it is sent with. */
  readonly styleNonce?: string | undefined
}

export type PageFiles = {
  /** `pathname` as it is in a URL, still percent-encoded. Null where there is no such file. */
  read(pathname: string): Promise<PageFile | null>
}

/** A plain name: no dot first, nothing that any file system reads as more than a name. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/
/** Is in the built document where its nonce goes. */
const NONCE_PLACE = '{style-nonce}'
/** Names that carry a hash of their content, as the bundler writes them: they never change. */
const HASHED = /^\/assets\/[^/]+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
}

/** `folder`: where the built renderer is. It need not exist yet; then nothing is found. */
export function openPageFiles(folder: string): PageFiles {
  return {
    async read(pathname) {
      const names = namesOf(pathname)
      const type = names === null ? undefined : TYPES[names.at(-1)?.split('.').at(-1) ?? '']
      if (names === null || type === undefined) return null
      const body = await readBelow(folder, names)
      if (body === null) return null
      const cache = HASHED.test(pathname) ? 'private, max-age=31536000, immutable' : 'no-cache'
      const headers = { 'content-type': type, 'cache-control': cache }
      if (type !== TYPES['html']) return { body, headers }
      const styleNonce = randomBytes(18).toString('base64url')
      const text = Buffer.from(body).toString('utf8').replaceAll(NONCE_PLACE, styleNonce)
      return { body: Buffer.from(text), headers, styleNonce }
    },
  }
}

/**
 * The path as plain names, or null. A place inside the window (`/approvals/apr_1`) is the window
 * itself.
 */
function namesOf(pathname: string): readonly string[] | null {
  if (pathname === '/') return ['index.html']
  const names = pathname.slice(1).split('/')
  // Nothing we build needs percent-encoding, so what has any is refused unread.
  if (!pathname.startsWith('/') || !names.every((name) => NAME.test(name))) return null
  return names.at(-1)?.includes('.') === true ? names : ['index.html']
}

async function readBelow(folder: string, names: readonly string[]): Promise<Uint8Array | null> {
  try {
    const root = await realpath(folder)
    const path = join(root, ...names)
    if (inArchive(root)) return (await realpath(path)) === path ? await readFile(path) : null
    const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    try {
      const opened = await file.stat()
      // After opening: the name still means this very file, and no folder on the way is a link.
      const real = await realpath(path)
      const named = await stat(real)
      const same = opened.dev === named.dev && opened.ino === named.ino
      if (!opened.isFile() || !same || real !== path || !real.startsWith(root + sep)) return null
      return await file.readFile()
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * Electron plays a package's archive as a folder: what is opened there is a copy under another name,
 * so that there is no file to compare. Nobody can put a link into it either.
 */
const inArchive = (folder: string): boolean =>
  folder.split(sep).some((name) => name.endsWith('.asar'))

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR'])
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && MISSING.has(String(error.code))
