// The agents that come with Gatehouse to start from, as files of the project.

export type Example = { readonly name: string; readonly about: string; readonly text: string }

const files = import.meta.glob<string>('../../../examples/agents/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
})

export const examples: readonly Example[] = Object.entries(files)
  .map(([path, text]) => ({
    name: path.slice(path.lastIndexOf('/') + 1, -'.yaml'.length),
    about: /^description: (.*)$/m.exec(text)?.[1] ?? '',
    text,
  }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** A name that no other agent has: `notes`, `notes_2`, … */
export const freeName = (wanted: string, taken: ReadonlySet<string>): string => {
  let name = wanted
  for (let next = 2; taken.has(name); next += 1) name = `${wanted}_${next}`
  return name
}

/** An example under a free name, as it is otherwise. */
export const startFrom = (text: string, name: string): string =>
  text.replace(/^name: .*$/m, `name: ${name}`)

export const BLANK = `name: my_agent
description: ''
system_prompt: ''
capabilities:
  - fs_read
`
