// What the keys of `gatehouse watch` do, as it shows them.

const keys = 'a approve  e edit  d deny  w note  l longer  j/k next  Space scroll  ? help  q quit'

/** The keys in lines of at most so many columns; none is parted from what it does. */
export function keyLines(columns: number): readonly string[] {
  const lines: string[] = []
  for (const key of keys.split('  ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 2 + key.length <= columns)
      lines[lines.length - 1] = `${last}  ${key}`
    else lines.push(key)
  }
  return lines
}

export const helpLines: readonly string[] = [
  'gatehouse watch shows the calls that wait for a person, and takes answers.',
  '',
  '  j, k               the next and the previous call',
  '  Space, b, arrows   scroll the card; g and G go to its ends',
  '  a                  approve this call once; the card has to be read to its end first',
  '  e                  change its arguments in $EDITOR, look at the changes, and approve it once with them',
  '  d                  deny this call once',
  '  w                  deny it, with a note to the agent',
  '  l                  answers that last: listed with numbers at the end of the card',
  '  r                  run the call in a throw-away copy, and show what it did',
  '  n                  run a staged command again on what is in the workspace now',
  '  q, Ctrl+C          leave; held calls stay held',
  '',
  'Pasted text answers nothing.',
  'Any other key goes back.',
]
