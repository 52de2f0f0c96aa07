// What a server declares, beside what it was seen to do, for a terminal.
import type { AccessWatch, ServerAccess } from '../../../../contract/server/server-access.ts'
import { section } from './card.ts'
import { paint, visible } from './show.ts'

export function accessLines({
  declared,
  observed: seen,
  watched,
  calls,
  tighter,
}: ServerAccess): string[] {
  const blind = (what: AccessWatch['what']): boolean =>
    watched.some((one) => one.what === what && one.by === 'nothing')
  const saw = (title: string, what: AccessWatch['what'], found: readonly string[]): string =>
    `${title}: ${found.length > 0 ? found.map(visible).join(', ') : blind(what) ? 'not watched' : 'none seen'}`
  const folders = (all: ServerAccess['declared']['folders']): string =>
    all.length === 0
      ? 'none'
      : all.map(({ path, write }) => `${visible(path)}${write ? ' (may write)' : ''}`).join(', ')
  const named = (all: readonly string[]): string =>
    all.length === 0 ? 'none' : all.map(visible).join(', ')
  return [
    ...section('declares', [
      `hosts: ${named(declared.hosts)}`,
      `folders: ${folders(declared.folders)}`,
      `programs: ${named(declared.programs)}`,
    ]),
    ...section(`accessed in ${calls} call${calls === 1 ? '' : 's'}`, [
      saw('hosts', 'hosts', [
        ...seen.hosts,
        ...seen.refusedHosts.map((host) => `${host} (refused)`),
      ]),
      saw('programs', 'programs', seen.programs),
      saw('files', 'files', seen.files),
      saw('written', 'written', seen.written),
    ]),
    ...section(
      'how that was seen',
      watched.map(({ what, text }) => `${what}: ${visible(text)}`),
    ),
    ...(tighter === null
      ? []
      : section('suggested tighter profile', [
          `hosts: ${named(tighter.hosts)}`,
          `folders: ${folders(tighter.folders)}`,
        ])),
  ]
}

export function accessText(reach: ServerAccess, color: boolean): string {
  const { red } = paint(color)
  const news = reach.news.map(({ what, name }) =>
    red(`New behaviour under unchanged definitions: ${what.replace('-', ' ')} ${visible(name)}`),
  )
  return `\n${[...accessLines(reach), ...section('never seen before', news)].join('\n')}\n`
}
