// Which service of the web answers a tool, where a person has the choice.
import type { AppState } from '../../../../contract/ipc/app-state.ts'
import { ServiceUrl } from '../../../../contract/policy/service-url.ts'
import { ChoiceField } from '../choice-field.tsx'
import { SavedField } from '../saved-field.tsx'
import { SettingsPart } from '../settings-part.tsx'
import { webStrings as strings } from './strings.ts'

export function WebSection({ web }: { readonly web: AppState['web'] }) {
  const { search, weather, images, reddit } = web
  return (
    <SettingsPart topic="web" title={strings.title} text={strings.text}>
      <ChoiceField
        {...strings.search}
        value={search.provider}
        // An address belongs to the service that it was written for.
        patch={(provider) => ({ services: { webSearch: { provider, url: null } } })}
      />
      {search.provider === 'searxng' ? (
        <SavedField
          label={strings.searxng.label}
          value={search.url ?? ''}
          placeholder={strings.searxng.example}
          mono
          inputMode="url"
          check={(text) => (ServiceUrl.safeParse(text.trim()).success ? null : strings.searxng.bad)}
          patch={(text) => ({ services: { webSearch: { url: text.trim() } } })}
        />
      ) : null}
      <ChoiceField
        {...strings.weather}
        value={weather.provider}
        patch={(provider) => ({ services: { weather: { provider } } })}
      />
      <ChoiceField
        {...strings.images}
        value={images.provider}
        patch={(provider) => ({ services: { images: { provider } } })}
      />
      <ChoiceField
        {...strings.reddit}
        value={reddit.access}
        patch={(access) => ({ services: { reddit: { access } } })}
      />
    </SettingsPart>
  )
}
