// How much undo keeps. Constants: nobody has needed others.

export type CaptureLimits = {
  /** Files, links and folders of a workspace. */
  readonly entries: number
  /** Bytes of all its files together. */
  readonly totalBytes: number
  readonly fileBytes: number
}

/**
 * A workspace within these is kept whole before a command. 20,000 entries are looked at in a fifth
 * of a second; 512 MiB are read in about a second, once; and a single file above 64 MiB is a data
 * set or a disk image, not work in progress.
 */
export const workspaceLimits: CaptureLimits = {
  entries: 20_000,
  totalBytes: 512 * 1024 * 1024,
  fileBytes: 64 * 1024 * 1024,
}

/**
 * What a command may leave behind and still be compared path by path. Above it, undo goes by what
 * was there before.
 */
export const afterEntries = 200_000

/** How long a preview reads files to tell whether they changed: a person waits for it. */
export const previewReadingMs = 2_000

export type Budget = { readonly bytes: number; readonly ageMs: number }

/**
 * Four times the largest workspace, so that one call never drives out all the others; and a month
 * to notice a mistake.
 */
export const storeBudget: Budget = {
  bytes: 2 * 1024 * 1024 * 1024,
  ageMs: 30 * 24 * 60 * 60 * 1000,
}

/**
 * Of a staged command: how many paths it may change and still be shown and carried over (more are in
 * no list that anybody reads, and nothing further is looked at or kept of them), how large
 * one of its files may be, and how much of what was there before is kept for undo.
 */
export const stagedLimits = {
  changes: 2_000,
  keeps: { entries: 20_000, bytes: 512 * 1024 * 1024 },
  former: workspaceLimits,
  fresh: {
    entries: Number.POSITIVE_INFINITY,
    totalBytes: Number.POSITIVE_INFINITY,
    fileBytes: 1024 * 1024 * 1024,
  },
} as const
