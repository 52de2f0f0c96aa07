// How long a session lasts, and what ended it. The first thing that ends it is what is said of it.

/**
 * crashed: it may be tried again. quarantined: it did what no server does; a person has to say so.
 */
export type SessionEnd = { readonly kind: 'crashed' | 'quarantined'; readonly what: string }

export type Lifetime = {
  end(kind: SessionEnd['kind'], what: string): void
  /** Null while it lasts. */
  gone(): SessionEnd | null
  readonly ended: Promise<SessionEnd>
}

export function openLifetime(): Lifetime {
  const { promise: ended, resolve: finish } = Promise.withResolvers<SessionEnd>()
  let gone: SessionEnd | null = null
  return {
    end(kind, what) {
      if (gone !== null) return
      gone = { kind, what }
      finish(gone)
    },
    gone: () => gone,
    ended,
  }
}
