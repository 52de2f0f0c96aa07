// Every word that a part of the kit says by itself.
export const strings = {
  table: 'Table',
  code: 'Code',
  image: 'image',
  done: 'done',
  notDone: 'not done',
  editing: {
    discard: 'Discard changes',
    discardSure: 'Discard',
    conflict: 'The file was changed elsewhere while you were writing here.',
    showBoth: 'Show both',
    hideBoth: 'Hide',
    both: 'The file as it is now, and your text',
    keepMine: 'Keep mine',
    takeTheirs: 'Use the file',
    sameLines: (lines: number): string =>
      lines === 1 ? '1 unchanged line' : `${lines} unchanged lines`,
  },
  managedBy: (name: string): string => `Managed by ${name}`,
} as const
