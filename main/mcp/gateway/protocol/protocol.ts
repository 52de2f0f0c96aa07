// Words of the Model Context Protocol that the gateway speaks, in both eras: up to 2025-11-25 (a
// handshake, then a session) and from 2026-07-28 (every request carries what it needs).

export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
export const newestLegacy = legacyVersions[0]
export const modernVersions = ['2026-07-28'] as const
/** From here on a version is of the era without sessions, whether we speak it or not. */
export const isModern = (version: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= modernVersions[0]

export const meta = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
  server: 'io.modelcontextprotocol/serverInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  subscription: 'io.modelcontextprotocol/subscriptionId',
} as const

export const code = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Ours: the connection or the session cannot serve this now. */
  unavailable: -32000,
  resourceNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const

export const logLevels = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const
export type LogLevel = (typeof logLevels)[number]
export const isLogLevel = (value: unknown): value is LogLevel =>
  logLevels.some((level) => level === value)

export type RequestId = string | number

/**
 * An object as JSON gave it: own keys only are read, so that `__proto__` and its kind are names
 * like any other.
 */
export type Fields = { readonly [key: string]: unknown }
export const field = (of: Fields | undefined, key: string): unknown =>
  of !== undefined && Object.hasOwn(of, key) ? of[key] : undefined
export const textField = (of: Fields | undefined, key: string): string | null => {
  const value = field(of, key)
  return typeof value === 'string' ? value : null
}
