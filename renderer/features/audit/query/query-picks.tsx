// The menus beside the query line: each shows what the line says of one key, and changes it there.
import { useMemo } from 'react'
import type { FactKey } from '../../../../contract/journal/journal-facts.ts'
import { type JournalQuery, withTerm } from '../../../../contract/journal/journal-query.ts'
import { useToolList } from '../../../state/shared/tool-list.ts'
import { Pick } from '../../../ui/picks/pick.tsx'
import { strings } from '../strings.ts'

const any = 'all'
const several = 'several'

type Key = FactKey | 'after'
type Choices = readonly { readonly value: string; readonly label: string }[]

type Props = {
  readonly line: string
  /** Null while the line cannot be read. */
  readonly query: JournalQuery | null
  onChange(line: string): void
}

export function QueryPicks(props: Props) {
  const tools = useToolList().value
  const toolNames = useMemo(
    () => (tools ?? []).map(({ name }) => ({ value: name, label: name })),
    [tools],
  )
  return (
    <>
      <TermPick {...props} of="kind" label={strings.kind} all={strings.kindAll} choices={kinds} />
      <TermPick
        {...props}
        of="tool"
        label={strings.tool}
        all={strings.toolAll}
        choices={toolNames}
      />
      <TermPick
        {...props}
        of="decision"
        label={strings.effect}
        all={strings.effectAll}
        choices={effects}
      />
      <TermPick {...props} of="tier" label={strings.tier} all={strings.tierAll} choices={tiers} />
      <TermPick {...props} of="after" label={strings.time} all={strings.timeAll} choices={times} />
    </>
  )
}

type TermProps = Props & {
  readonly of: Key
  readonly label: string
  /** The choice that leaves the key out. */
  readonly all: string
  readonly choices: Choices
}

function TermPick({ line, query, onChange, of, label, all, choices }: TermProps) {
  const value = chosenOf(query, of, line)
  const known = choices.some((choice) => choice.value === value) || value === any
  return (
    <Pick
      label={label}
      value={value}
      neutral={any}
      choices={[
        { value: any, label: all },
        ...choices,
        ...(known ? [] : [{ value, label: value === several ? strings.several : value }]),
      ]}
      onChange={(next) =>
        next !== several && onChange(withTerm(line, of, next === any ? [] : [next]))
      }
    />
  )
}

const kinds: Choices = Object.entries(strings.kinds).map(([value, label]) => ({ value, label }))
const effects: Choices = (['allow', 'confirm', 'deny'] as const).map((value) => ({
  value,
  label: strings.effects[value],
}))
const tiers: Choices = ['R0', 'R1', 'R2', 'R3', 'R4'].map((value) => ({ value, label: value }))
const times: Choices = (['1h', '24h', '7d', '30d'] as const).map((value) => ({
  value,
  label: strings.times[value],
}))

/**
 * What a menu shows of the query: its one value, that there are several, or that it does not
 * matter.
 */
function chosenOf(query: JournalQuery | null, key: Key, line: string): string {
  if (key === 'after') return /(?:^|\s)after:(\S+)/.exec(line)?.[1] ?? any
  const terms = (query?.terms ?? []).filter((term) => term.key === key && !term.not)
  const [first] = terms
  if (first === undefined) return any
  return terms.length === 1 && first.values.length === 1 ? (first.values[0] ?? any) : several
}
