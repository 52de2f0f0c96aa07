// Every word that a part of the kit says by itself.
export const strings = {
  table: 'Table',
  code: 'Code',
  image: 'image',
  done: 'done',
  notDone: 'not done',
  managedBy: (name: string): string => `Managed by ${name}`,
} as const
