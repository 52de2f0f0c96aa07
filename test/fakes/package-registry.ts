// A small registry on loopback that packages can be fetched from: npm's own format, and the simple
// index that Python tools read. It holds what a test puts in, and can be told to cheat.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, gzipSync } from 'node:zlib'

export type NpmPackage = {
  readonly name: string
  readonly version: string
  /** Beside package.json, which is made of the rest. */
  readonly files: Readonly<Record<string, string>>
  readonly manifest?: Readonly<Record<string, unknown>>
}
export type Wheel = {
  readonly name: string
  readonly version: string
  readonly files: Readonly<Record<string, string>>
  /** `program = module:function`. */
  readonly programs?: readonly string[]
  readonly needs?: readonly string[]
}

export async function openPackageRegistry() {
  const packages: NpmPackage[] = []
  const wheels: Wheel[] = []
  const asked: string[] = []
  const cheats = { archives: false, origin: '' }
  const archives = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)
    asked.push(path)
    const answer = found(path)
    if (answer === null) response.writeHead(404).end('{"error":"not found"}')
    else response.writeHead(200, { 'content-type': answer.type }).end(answer.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const found = (
    path: string,
  ): { readonly type: string; readonly body: string | Buffer } | null => {
    const archive = archives.get(path)
    if (archive !== undefined)
      return {
        type: 'application/octet-stream',
        body: cheats.archives ? tarball({ 'package.json': '{}' }) : archive,
      }
    if (path.startsWith('/simple/')) return simplePage(path)
    const versions = packages.filter(({ name }) => `/${name}` === path)
    return versions.length === 0 ? null : { type: 'application/json', body: packument(versions) }
  }
  const packument = (versions: readonly NpmPackage[]): string =>
    JSON.stringify({
      name: versions[0]?.name,
      'dist-tags': { latest: versions.at(-1)?.version },
      versions: Object.fromEntries(
        versions.map((one) => {
          const { name, version, files, manifest = {} } = one
          const own = { name, version, ...manifest }
          const archive = tarball({ 'package.json': JSON.stringify(own), ...files })
          const at = `/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
          archives.set(at, archive)
          const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
          const scripts = (manifest['scripts'] ?? {}) as Record<string, string>
          const dist = { tarball: `${cheats.origin || origin}${at}`, integrity }
          return [
            version,
            { ...own, dist, ...('install' in scripts ? { hasInstallScript: true } : {}) },
          ]
        }),
      ),
    })
  const simplePage = (path: string): { readonly type: string; readonly body: string } | null => {
    const versions = wheels.filter(({ name }) => `/simple/${name}/` === path)
    if (versions.length === 0) return null
    const links = versions.map((wheel) => {
      const body = wheelOf(wheel)
      const file = `${wheel.name.replaceAll('-', '_')}-${wheel.version}-py3-none-any.whl`
      archives.set(`/files/${file}`, body)
      return `<a href="${origin}/files/${file}#sha256=${createHash('sha256').update(body).digest('hex')}">${file}</a><br/>`
    })
    return { type: 'text/html', body: `<!DOCTYPE html><html><body>${links.join('')}</body></html>` }
  }

  return {
    origin,
    /** Paths that were asked for. */
    asked,
    /** What it does other than it says. */
    cheats,
    add: (one: NpmPackage) => void packages.push(one),
    addWheel: (one: Wheel) => void wheels.push(one),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** As npm packs it: every file below `package/`. */
function tarball(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const body = Buffer.from(text)
    const head = Buffer.alloc(512)
    head.write(`package/${name}`, 0)
    head.write('0000644\0', 100)
    head.write('0000000\0', 108)
    head.write('0000000\0', 116)
    head.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
    head.write('00000000000\0', 136)
    head.write('        ', 148)
    head.write('0', 156)
    head.write('ustar\x0000', 257)
    head.write(
      `${head
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    )
    return [head, body, Buffer.alloc((512 - (body.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

function wheelOf({ name, version, files, programs = [], needs = [] }: Wheel): Buffer {
  const info = `${name.replaceAll('-', '_')}-${version}.dist-info`
  const all: Record<string, string> = {
    ...files,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n${needs.map((need) => `Requires-Dist: ${need}\n`).join('')}`,
    [`${info}/WHEEL`]:
      'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/entry_points.txt`]: `[console_scripts]\n${programs.join('\n')}\n`,
  }
  const rows = Object.entries(all).map(
    ([path, text]) =>
      `${path},sha256=${createHash('sha256').update(text).digest('base64url')},${Buffer.byteLength(text)}`,
  )
  return zip({ ...all, [`${info}/RECORD`]: `${rows.join('\n')}\n${info}/RECORD,,\n` })
}

/** Stored, not compressed. */
function zip(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = []
  const index: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const [path, body] = [Buffer.from(name), Buffer.from(text)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x21, 8)
    common.writeUInt32LE(crc32(body), 10)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(body.length, 18)
    common.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, body])
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 0, 'latin1')
    entry.writeUInt16LE(20, 4)
    common.copy(entry, 6)
    entry.writeUInt32LE(at, 42)
    index.push(entry, path)
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(index)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listed, end])
}
