import { AddForm } from './add-form.tsx'
import { ImportPage } from './import-page.tsx'
import { RegistryPage } from './registry-page.tsx'
import { PastePage } from './paste-page.tsx'
import css from '../servers-screen.module.css'
import found from './found.module.css'
import { strings } from '../strings.ts'

type Way = 'form' | 'registry' | 'paste' | 'import'
type Props = {
  readonly way: Way
  readonly taken: readonly string[]
  onGo(path: string): void
  added(name: string): void
}

const paths: Readonly<Record<Way, string>> = {
  form: '/servers/add',
  registry: '/servers/registry',
  paste: '/servers/paste',
  import: '/servers/import',
}

/** The ways to a new server. */
export function AddPage({ way, taken, onGo, added }: Props) {
  return (
    <>
      <h2 className={css.title} tabIndex={-1}>
        {strings.addTitle}
      </h2>
      <div className={found.ways} role="group" aria-label={strings.form.waysLabel}>
        {(['form', 'registry', 'paste', 'import'] as const).map((each) => (
          <button
            key={each}
            type="button"
            className={found.way}
            aria-current={each === way ? 'page' : undefined}
            onClick={() => onGo(paths[each])}
          >
            {strings.form.ways[each]}
          </button>
        ))}
      </div>
      {way === 'form' ? <AddForm taken={taken} added={added} /> : null}
      {way === 'registry' ? <RegistryPage taken={taken} added={added} /> : null}
      {way === 'paste' ? <PastePage added={added} /> : null}
      {way === 'import' ? <ImportPage added={added} /> : null}
    </>
  )
}
