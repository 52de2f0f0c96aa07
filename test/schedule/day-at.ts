// The day that it is in a time zone then, as the system says: 2026-11-26.
export const dayAt = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)
