// What a page of Gatehouse may do, as headers. The same page runs in both hosts, so both send
// these.

/**
 * `connect` names what the page may talk to beside its own origin, such as the WebSocket's address,
 * which some browsers do not count as 'self'. `styleNonce`: of a document, new each time it is
 * handed out; the text editor of the window makes style sheets while it runs, and has no other way
 * in. Never one for scripts.
 */
export type PagePolicy = {
  readonly connect?: readonly string[]
  readonly styleNonce?: string | undefined
}

/** Content Security Policy of our page. */
export const contentSecurityPolicy = ({ connect = [], styleNonce }: PagePolicy = {}): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...(styleNonce === undefined ? [] : [`'nonce-${styleNonce}'`])].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    ['connect-src', "'self'", ...connect].join(' '),
    "worker-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** On every answer, whatever it is. */
export const pageHeaders = (policy: PagePolicy = {}): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(policy),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
})

// Clipboard writing stays: copying a command is a function of the window.
const DENIED_FEATURES = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'usb',
  'serial',
  'hid',
  'midi',
  'payment',
  'clipboard-read',
]
