// Days, where a time alone would not say which. Pure.
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

export const dayOf = (at: number): string => day.format(at)

export const isSameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString()
