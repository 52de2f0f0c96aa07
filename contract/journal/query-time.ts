// Times in a query of the journal: so long ago, a day, a date. Pure.

const units: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/**
 * `7d` is seven days before now; a date is its first moment in local time. Null for what is no
 * time.
 */
export function timeOf(text: string, now: number): number | null {
  const ago = /^(\d{1,6})([smhdw])$/i.exec(text)
  if (ago !== null) return now - Number(ago[1]) * (units[ago[2]?.toLowerCase() ?? ''] ?? 0)
  const small = text.toLowerCase()
  if (small === 'now') return now
  if (small === 'today' || small === 'yesterday') {
    const day = new Date(now)
    day.setHours(0, 0, 0, 0)
    if (small === 'yesterday') day.setDate(day.getDate() - 1)
    return day.getTime()
  }
  const date = /^(\d{4})-(\d{2})-(\d{2})(?:t(\d{2}):(\d{2})(?::(\d{2}))?)?$/i.exec(text)
  if (date === null) return /^\d{12,14}$/.test(text) ? Number(text) : null
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = date
  const found = new Date(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  return found.getMonth() === Number(month) - 1 && found.getDate() === Number(day)
    ? found.getTime()
    : null
}
