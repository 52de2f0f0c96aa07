// A step in the browser of the session, and the page after it.

/** One step in the browser of the session. Elements are named as the last look at the page did. */
export type BrowseStep =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'navigate'; readonly page: string; readonly to: 'back' | 'forward' | 'reload' }
  | { readonly kind: 'click'; readonly page: string; readonly element: string }
  | {
      readonly kind: 'type'
      readonly page: string
      readonly element: string
      readonly text: string
      /** What is there is replaced. */
      readonly fill: boolean
      readonly enter: boolean
    }
  | { readonly kind: 'eval'; readonly page: string; readonly script: string }
  | {
      readonly kind: 'scroll'
      readonly direction: 'up' | 'down' | 'left' | 'right'
      readonly pixels: number
    }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'look' | 'close' }
  | {
      readonly kind: 'get'
      readonly what: 'text' | 'html' | 'value'
      readonly element: string | null
    }

export type BrowsedPage = {
  readonly url: string
  readonly title: string
  /** As its server answered; null: it does not say. */
  readonly status: number | null
  /** What is on it, elements with their references. */
  readonly text: string
  /** What `eval` and `get` gave. */
  readonly value: string | null
  /** JPEG in base64, of what is in sight. */
  readonly picture: string | null
  /** Requests that were not let through: host and how many. */
  readonly blocked: readonly { readonly host: string; readonly requests: number }[]
}
