// A small update server: feeds in the format that electron-builder writes, signed as a release is,
// and the program they name. Counts what was asked for.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stringify } from 'yaml'
import { signRelease } from '../../main/host/electron/updates/signature.ts'

export type Released = {
  readonly version: string
  readonly notes: string
  readonly program: string
  /** Changes the feed after it was signed. */
  readonly tamper?: (feed: Record<string, unknown>) => void
  /** What is sent in the program's place. */
  readonly served?: string
}

export type UpdateServer = {
  readonly url: string
  readonly publicKey: string
  readonly privateKey: string
  /** Paths, in the order in which they were asked for. */
  readonly asked: readonly string[]
  release(channel: 'latest' | 'beta', released: Released): void
  close(): Promise<void>
}

/** As electron-builder does: a date without quotes would be read as another kind of value. */
const written = (feed: object): string =>
  stringify(feed, { defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'PLAIN' })

export async function startUpdateServer(): Promise<UpdateServer> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const files = new Map<string, string>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    asked.push(path)
    const file = files.get(path)
    response.writeHead(file === undefined ? 404 : 200, {
      'content-length': Buffer.byteLength(file ?? ''),
    })
    response.end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    publicKey,
    privateKey,
    asked,
    release(channel, { version, notes, program, tamper, served }) {
      const name = `Gatehouse-${version}.AppImage`
      const file = {
        url: name,
        sha512: createHash('sha512').update(program).digest('base64'),
        size: Buffer.byteLength(program),
      }
      const feed: Record<string, unknown> = {
        version,
        files: [file],
        path: name,
        sha512: file.sha512,
        releaseDate: '2026-11-23T10:00:00.000Z',
        releaseNotes: notes,
      }
      feed['signature'] = signRelease(feed, privateKey)
      tamper?.(feed)
      files.set(`/${channel}-linux.yml`, written(feed))
      files.set(`/${channel}-linux-arm64.yml`, written(feed))
      files.set(`/${name}`, served ?? program)
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
