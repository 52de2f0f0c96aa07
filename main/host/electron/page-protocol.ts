// Serves the built page on our own scheme. The scheme is a standard, secure one without any further
// privilege: no CSP bypass, no extensions.
import type { Protocol, Session } from 'electron'
import { openPageFiles } from '../page/files.ts'
import { pageHeaders } from '../page/page-headers.ts'
import { isOwnUrl, SCHEME } from './origin.ts'

/** Must be called before Electron is ready. */
export function declareScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** `folder`: the built renderer. */
export function servePage(session: Session, folder: string): void {
  const files = openPageFiles(folder)
  session.protocol.handle(SCHEME, async (request) => {
    const headers = pageHeaders()
    if (request.method !== 'GET' || !isOwnUrl(request.url))
      return new Response(null, { status: 403, headers })
    const file = await files.read(new URL(request.url).pathname)
    if (file === null) return new Response(null, { status: 404, headers })
    return new Response(Buffer.from(file.body), {
      status: 200,
      headers: { ...pageHeaders({ styleNonce: file.styleNonce }), ...file.headers },
    })
  })
}
