// What one tool of another agent does.

/**
 * What a tool of an agent does. The words after a kind are the names of its arguments; `older`: as
 * earlier versions of the agent have it.
 */
export type Native =
  | {
      readonly kind: 'run'
      readonly command: string
      readonly cwd?: string
      readonly older?: string
    }
  | { readonly kind: 'read'; readonly path: string; readonly older?: string }
  /** Below a folder, the agent's own where none is given; `pattern` may lead elsewhere. */
  | {
      readonly kind: 'search'
      readonly path: string
      readonly pattern?: string
      readonly older?: string
    }
  | {
      readonly kind: 'write'
      readonly path: string
      readonly text?: string
      readonly change?: 'one' | 'many'
    }
  | { readonly kind: 'patch'; readonly text: string }
  | { readonly kind: 'fetch'; readonly url: string }
  /** Addresses are somewhere in this text. */
  | { readonly kind: 'fetch-text'; readonly text: string }
  | { readonly kind: 'web-search' }
  /** Reaches nothing but the agent itself; what it starts there is asked about again. */
  | { readonly kind: 'inward' }
  | { readonly kind: 'mcp'; readonly server: string }
  /** A tool of our own gateway, where the call is decided. */
  | { readonly kind: 'gateway' }
  | { readonly kind: 'other' }
