// Every word of the sheet in which a person reviews a server and its tools.
const n = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

export const sheetStrings = {
  open: (count: number) => `Review ${n(count, 'item', 'items')}…`,
  title: (name: string) => `Review ${name}`,
  plainText:
    'Nothing suspicious was found in these. Clear the checkbox of anything that you want to keep closed.',
  plainList: 'Without warnings',
  include: (what: string) => `Accept ${what}`,
  acceptServer: (others: number, tools: boolean) =>
    others === 0
      ? 'Accept the server'
      : `Accept the server and ${tools ? n(others, 'tool', 'tools') : n(others, 'other item', 'other items')}`,
  accept: (count: number) => `Accept ${n(count, 'item', 'items')}`,
  skip: 'Skip these',
  flagged: (at: number, all: number) => `With warnings: ${at} of ${all}`,
  flaggedText:
    'Read why it was flagged, and the marked lines. It stays closed until you accept it.',
  acceptFlagged: 'Accept it anyway',
  leave: 'Leave it closed',
  end: 'Reviewed',
  done: 'Done',
  close: 'Close',
}
