// How long known clients wait for the answer to a call, by the name they give themselves. What is
// said here only decides when a held call is answered with "still waiting"; a wrong line costs
// comfort, never safety. Sources: 0016-gateway.md.

export type ClientTimeouts = {
  /** Seconds from the request until it gives up. */
  readonly seconds: number
  /** Each progress notification starts its time again. */
  readonly progressHelps: boolean
}

const known: readonly (readonly [name: RegExp, patience: ClientTimeouts])[] = [
  [/^claude-code/, { seconds: 300, progressHelps: true }],
  [/^opencode/, { seconds: 60, progressHelps: true }],
  [/^(visual studio code|vscode|code - )/, { seconds: 300, progressHelps: false }],
  [/^goose/, { seconds: 300, progressHelps: false }],
  [/^(claude-ai|claude desktop|claude-desktop)/, { seconds: 60, progressHelps: false }],
  [/^(cursor|codex|zed|windsurf|cascade)/, { seconds: 60, progressHelps: false }],
]

/** What the official libraries wait when nobody says otherwise. */
const usual: ClientTimeouts = { seconds: 60, progressHelps: false }

/** @param configured seconds that its configuration gives it, as connect wrote it; null: nobody knows. */
export function timeoutsOf(
  client: string | null,
  configured: number | null = null,
): ClientTimeouts {
  const found = known.find(([name]) => name.test((client ?? '').toLowerCase()))?.[1] ?? usual
  return configured === null ? found : { ...found, seconds: configured }
}

/** Left for the answer to arrive. */
const reserveMs = 10_000
/** Well within the shortest time that progress starts again. */
export const progressEveryMs = 10_000

/**
 * Milliseconds after which a held call is answered all the same; null: progress keeps it waiting.
 */
export function answerWithin(timeout: ClientTimeouts, wantsProgress: boolean): number | null {
  if (timeout.progressHelps && wantsProgress) return null
  return Math.max(timeout.seconds * 1_000 - reserveMs, 1_000)
}
