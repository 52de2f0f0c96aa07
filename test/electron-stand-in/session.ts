// The default session: the app's protocol, the request filter, and what pages may ask of the
// system. Chromium's own permissions are set from what main's handlers say, name by name; without a
// handler everything is granted, as in Electron.
import type { Cdp } from './chromium.ts'
import { onWillDownload } from './downloads.ts'
import { declareScheme, originOf, toInside } from './addresses.ts'

export type RequestDetails = {
  readonly url: string
  readonly method: string
  readonly resourceType: string
}
type BeforeRequest = (
  details: RequestDetails,
  callback: (answer: { cancel?: boolean }) => void,
) => void
type RequestHandler = (
  contents: null,
  permission: string,
  callback: (granted: boolean) => void,
  details: object,
) => void
type CheckHandler = (contents: null, permission: string, origin: string, details: object) => boolean

/** Electron's names beside those of the DevTools protocol. */
const PERMISSIONS: readonly (readonly [electron: string, cdp: string])[] = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['clipboard-read', 'clipboardReadWrite'],
  ['clipboard-sanitized-write', 'clipboardSanitizedWrite'],
  ['media', 'audioCapture'],
  ['media', 'videoCapture'],
  ['display-capture', 'displayCapture'],
  ['midi', 'midi'],
  ['midiSysex', 'midiSysex'],
  ['sensors', 'sensors'],
  ['idle-detection', 'idleDetection'],
  ['local-fonts', 'localFonts'],
  ['window-management', 'windowManagement'],
  ['persistent-storage', 'durableStorage'],
  ['background-sync', 'backgroundSync'],
  ['background-fetch', 'backgroundFetch'],
  ['storage-access', 'storageAccess'],
  ['screen-wake-lock', 'wakeLockScreen'],
  ['nfc', 'nfc'],
]

let beforeRequest: BeforeRequest | null = null
let permissionRequest: RequestHandler | null = null
let permissionCheck: CheckHandler | null = null
let serve: ((request: Request) => Promise<Response> | Response) | null = null

export const defaultSession = {
  protocol: { handle: (_scheme: string, handler: typeof serve): void => void (serve = handler) },
  webRequest: {
    onBeforeRequest: (listener: BeforeRequest): void => void (beforeRequest = listener),
  },
  setPermissionRequestHandler: (handler: RequestHandler): void =>
    void (permissionRequest = handler),
  setPermissionCheckHandler: (handler: CheckHandler): void => void (permissionCheck = handler),
  // These guard what the stand-in's Chromium cannot do at all: it has no devices and shares no
  // screen.
  setDevicePermissionHandler: (): void => undefined,
  setDisplayMediaRequestHandler: (): void => undefined,
  setBluetoothPairingHandler: (): void => undefined,
  setUSBProtectedClassesHandler: (): void => undefined,
  setSpellCheckerEnabled: (): void => undefined,
  on: (name: string, listener: Parameters<typeof onWillDownload>[0]): void => {
    if (name === 'will-download') onWillDownload(listener)
  },
}

export const protocol = {
  registerSchemesAsPrivileged: ([first]: readonly { readonly scheme: string }[]): void =>
    declareScheme(first?.scheme ?? ''),
}

export const isCancelled = (details: RequestDetails): Promise<boolean> =>
  new Promise((resolve) => {
    if (beforeRequest === null) resolve(false)
    else beforeRequest(details, ({ cancel }) => resolve(cancel === true))
  })

/** The app's answer to a request on its own scheme. */
export async function answerRequest(url: string, method: string): Promise<Response> {
  if (serve === null) return new Response('no handler for the scheme', { status: 404 })
  return serve(new Request(url, { method }))
}

/** Asks main's handlers for every permission and sets Chromium accordingly. */
export async function setPermissions(cdp: Cdp, address: string): Promise<void> {
  const origin = originOf(address)
  const asks = PERMISSIONS.map(async ([electron, named]) =>
    (await isGranted(electron, origin)) ? [named] : [],
  )
  await cdp.send('Browser.grantPermissions', {
    origin: toInside(origin),
    permissions: (await Promise.all(asks)).flat(),
  })
}

function isGranted(permission: string, origin: string): Promise<boolean> {
  if (permissionCheck !== null && !permissionCheck(null, permission, origin, {}))
    return Promise.resolve(false)
  return new Promise((resolve) =>
    permissionRequest === null ? resolve(true) : permissionRequest(null, permission, resolve, {}),
  )
}
