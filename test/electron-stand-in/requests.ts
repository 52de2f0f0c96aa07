// Every request of a page comes through here, as it does through Electron's network layer:
// navigation events first, then the request filter, then the app's own protocol.
import { declaredScheme, toElectron } from './addresses.ts'
import type { Cdp, Reply } from './chromium.ts'
import { preventable } from './events.ts'
import { answerRequest, isCancelled } from './session.ts'

/** The page whose request it is. */
type Page = {
  readonly mainFrameId: string
  isOwnLoad(url: string): boolean
  emit(name: string, event: object): unknown
}

const TYPES: Readonly<Record<string, string>> = {
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  XHR: 'xhr',
  Fetch: 'xhr',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
  Media: 'media',
  WebSocket: 'webSocket',
}

/** Answers one `Fetch.requestPaused`. */
export async function answerPaused(
  cdp: Cdp,
  sessionId: string,
  contents: Page,
  paused: Reply,
): Promise<void> {
  const url = toElectron(String(paused.request.url))
  const isDocument = paused.resourceType === 'Document'
  const isMainFrame = isDocument && paused.frameId === contents.mainFrameId
  const fail = (reason: string): Promise<unknown> =>
    cdp.send('Fetch.failRequest', { requestId: paused.requestId, errorReason: reason }, sessionId)

  if (
    isDocument &&
    !contents.isOwnLoad(url) &&
    isPrevented(contents, url, isMainFrame, paused.redirectedRequestId !== undefined)
  ) {
    return void (await fail('Aborted'))
  }
  const resourceType = isDocument
    ? isMainFrame
      ? 'mainFrame'
      : 'subFrame'
    : (TYPES[paused.resourceType] ?? 'other')
  if (await isCancelled({ url, method: paused.request.method, resourceType }))
    return void (await fail('BlockedByClient'))
  if (!url.startsWith(`${declaredScheme()}:`))
    return void (await cdp.send(
      'Fetch.continueRequest',
      { requestId: paused.requestId },
      sessionId,
    ))

  const response = await answerRequest(url, String(paused.request.method))
  await cdp.send(
    'Fetch.fulfillRequest',
    {
      requestId: paused.requestId,
      responseCode: response.status,
      responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    },
    sessionId,
  )
}

function isPrevented(
  contents: Page,
  url: string,
  isMainFrame: boolean,
  isRedirect: boolean,
): boolean {
  const names = isRedirect
    ? ['will-redirect']
    : isMainFrame
      ? ['will-frame-navigate', 'will-navigate']
      : ['will-frame-navigate']
  return names.some((name) => {
    const event = preventable({ url, isMainFrame, isSameDocument: false, frame: null })
    contents.emit(name, event)
    return event.defaultPrevented
  })
}
