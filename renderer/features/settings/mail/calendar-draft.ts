// Calendar settings as they are typed. Pure. Null: it cannot be read.
import type { CalendarSettings } from '../../../../contract/policy/config/calendar-settings.ts'

type Files = CalendarSettings['files']

export const filesText = (files: Files): string =>
  files.map(({ path, person }) => (person === null ? path : `${path} = ${person}`)).join(', ')

export function readFiles(text: string): Files | null {
  const typed = text.trim()
  if (typed === '') return []
  const files = typed.split(',').map((one) => {
    const [path = '', person, ...more] = one.split('=').map((part) => part.trim())
    const wrong = path === '' || person === '' || more.length > 0
    return wrong ? null : { path, person: person ?? null }
  })
  return files.some((file) => file === null) ? null : files.filter((file) => file !== null)
}

export const hoursText = ({ from, to }: CalendarSettings['workingHours']): string => `${from}–${to}`

export function readHours(text: string): { readonly from: string; readonly to: string } | null {
  const [, from = '', to = ''] =
    /^\s*(\d{2}:\d{2})\s*(?:-|–|to)\s*(\d{2}:\d{2})\s*$/.exec(text) ?? []
  return from !== '' && from < to && to <= '24:00' ? { from, to } : null
}

export function readWords(text: string): readonly string[] | null {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return words.length > 0 && words.every((word) => word.length <= 50) ? words : null
}
